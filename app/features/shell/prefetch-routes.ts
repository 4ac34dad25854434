import { useEffect } from "react";
import { type DataRouteObject, matchRoutes } from "react-router";
import { missingTexts } from "~/features/language/route-texts";
import { scriptsOf } from "~/ui/router/route-module";
import { useRouter } from "~/ui/router/router";

/** Network Information API, in Chromium only. */
interface Connection {
  saveData?: boolean;
  effectiveType?: string;
}

/** The scripts that have been fetched. */
const fetched = new Set<string>();
let inFlight = 0;

/** Starts to load the texts of routes, which their code waits for when it renders. A failure is reported then. */
export function prefetchTexts(routeIds: readonly string[]): void {
  for (const part of missingTexts(routeIds)) part.catch(() => undefined);
}

/**
 * Prefetches the code and texts of a member's page when the pointer or the focus reaches a link to it, one page at a
 * time. Not its data: scrolling past links would read it for each. Nothing on a slow network or with data saving.
 */
export function usePrefetch(): void {
  const router = useRouter();
  useEffect(() => {
    let last: HTMLAnchorElement | null = null;
    const prefetch = ({ target }: Event) => {
      const link = target instanceof Element ? target.closest<HTMLAnchorElement>("a[href]") : null;
      if (link === last) return;
      last = link;
      if (router && link?.origin === location.origin && inFlight === 0 && !isThrifty())
        prefetchRoutes(router.routes, link.pathname);
    };
    const events = ["pointerover", "pointerdown", "focusin"];
    for (const event of events) addEventListener(event, prefetch, { passive: true });
    return () => {
      for (const event of events) removeEventListener(event, prefetch);
    };
  }, [router]);
}

function prefetchRoutes(routes: readonly DataRouteObject[], pathname: string): void {
  const ids = matchRoutes([...routes], pathname)?.map(({ route }) => route.id) ?? [];
  prefetchTexts(ids);
  for (const src of ids.flatMap(scriptsOf)) fetchScript(src);
}

function fetchScript(href: string): void {
  if (fetched.has(href)) return;
  fetched.add(href);
  inFlight += 1;
  const link = Object.assign(document.createElement("link"), { rel: "modulepreload", href });
  link.onload = () => {
    inFlight -= 1;
  };
  link.onerror = () => {
    inFlight -= 1;
    fetched.delete(href);
  };
  document.head.appendChild(link);
}

function isThrifty(): boolean {
  const { connection } = navigator as Navigator & { connection?: Connection };
  return connection?.saveData === true || /2g$/.test(connection?.effectiveType ?? "");
}
