import { useLingui } from "@lingui/react/macro";
import { lazy, Suspense, use, useContext, useEffect } from "react";
import {
  isRouteErrorResponse,
  Links,
  Outlet,
  Scripts,
  ScrollRestoration,
  type ShouldRevalidateFunctionArgs,
  useMatches,
} from "react-router";
import { ClickReplay, useClickReplay } from "~/ui/click-replay";
import { retryImport } from "~/ui/retry-import";
import { keepPageWhenReloadFails, reloadsPageOnly } from "~/ui/router/use-reload";
import { ThemeScript } from "~/ui/theme-script";
import { Toaster } from "~/ui/toast";
import { Tooltips } from "~/ui/tooltip";
import type { Route } from "./+types/root";
import "./app.css";
import { PageTitle, type TitleHandle } from "~/ui/page-title";
import { directionOf } from "./contract/languages";
import { nameOf } from "./contract/site-name";
import { announcementFor } from "./domain/site/announcement";
import { siteTextFor } from "./domain/site/site-texts";
import { CatalogsContext } from "./features/language/catalogs";
import { missingTexts } from "./features/language/route-texts";
import type { SessionData } from "./features/session/viewer";
import { serveCachedPages } from "./features/shell/cache-pages";
import { FlashToast } from "./features/shell/flash-toast";
import { ModulePreloadsContext } from "./features/shell/module-preloads";
import { NonceContext } from "./features/shell/nonce";
import { ServiceWorker } from "./features/shell/service-worker";
import { type CardHandle, ShareCard, UrlContext } from "./features/shell/share-card";
import { SiteBars } from "./features/shell/site-bars";
import { SiteHead } from "./features/shell/site-head";
import { pageContext } from "./page-context";
import { fontPreloads } from "./ui/font-preloads";
import { ErrorState } from "./ui/states";

export const links: Route.LinksFunction = () => fontPreloads;

// Loaded on demand, because it rarely renders here: unknown paths have a route of their own.
const NotFound = lazy(retryImport(() => import("./features/pages/lazy-not-found")));

const loadClearing = retryImport(() => import("./features/session/clear-member.client"));
const loadFieldSizing = retryImport(() => import("./ui/field-sizing.client"));

/**
 * A route with `handle = { hydrate: false }` needs no JavaScript. Its document loads none, unless the loader returns
 * `hasToast: true`.
 */
interface PlainMatch {
  handle?: { hydrate?: boolean } & CardHandle & TitleHandle;
  params: Record<string, string | undefined>;
  loaderData?: { hasToast?: boolean } | null;
}

function isPlain({ handle, loaderData }: PlainMatch): boolean {
  return handle?.hydrate === false && !loaderData?.hasToast;
}

export function loader({ context }: Route.LoaderArgs): SessionData {
  const { ctx, failure } = context.get(pageContext);
  const { viewer, mail, ai } = ctx;
  const announcement = announcementFor(ctx);
  // A local run sends no mail: its codes are in the terminal.
  const codePlace = mail.reach ?? "mailbox";
  return {
    isVisitor: !viewer && !failure,
    ...(mail.reach === "terminal" && { mailsInTerminal: true }),
    ...(viewer && ai.translates && { translates: true }),
    ...(ctx.site.isReadOnly && { readOnly: siteTextFor(ctx, "read_only") ?? { text: "", language: "" } }),
    ...(announcement && { announcement }),
    viewer: viewer && {
      id: viewer.id,
      username: viewer.username,
      fullName: viewer.fullName,
      profileImage: viewer.profileImage,
      // Left out for most members, to keep their documents small.
      ...(!viewer.emailConfirmed && codePlace !== "nobody" && { codePlace }),
      ...(viewer.role !== "member" && { isModerator: true }),
      ...(viewer.sensitivePhotos === "show" && { showsSensitive: true }),
    },
  };
}

/**
 * Revalidates the session after a form submission or an explicit revalidation, but not on navigation: a navigation
 * without a connection then shows the error inside the page, and the bars around it stay.
 */
export function shouldRevalidate({
  formMethod,
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) {
  // The search form uses GET, which is a navigation.
  const isWrite = formMethod !== undefined && formMethod !== "GET";
  const isReload = currentUrl.href === nextUrl.href && !reloadsPageOnly();
  return (isWrite || isReload) && defaultShouldRevalidate;
}

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [keepPageWhenReloadFails, serveCachedPages];

/** Renders the document. Scripts are omitted when a matched route is not hydrated. */
export function Layout({ children }: { children: React.ReactNode }) {
  const nonce = useContext(NonceContext);
  // `useMatches` has no types for the handles and loader data of routes.
  const matches = useMatches() as PlainMatch[];
  const hydrate = !matches.some(isPlain);
  const urlOf = useContext(UrlContext);
  const { card, description } = matches.at(-1)?.handle ?? {};
  const { i18n } = useLingui();
  const catalogs = useContext(CatalogsContext);
  const imports = useContext(ModulePreloadsContext);
  useClickReplay();
  return (
    <html lang={i18n.locale} dir={directionOf(i18n.locale)} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        {/* Safari on iOS would link numbers in captions, a hydration mismatch. Only the document needs it. */}
        {import.meta.env.SSR && (
          <meta name="format-detection" content="telephone=no, date=no, email=no, address=no" />
        )}
        {import.meta.env.SSR && <SiteHead nonce={nonce} />}
        {/* The dev server adds styles with this nonce. */}
        {import.meta.env.DEV && import.meta.env.SSR && <meta property="csp-nonce" nonce={nonce} />}
        {import.meta.env.SSR &&
          hydrate &&
          catalogs.map((src) => <script key={src} data-texts async src={src} nonce={nonce} />)}
        {/* After the styles and the first photo, which a phone's network would load more slowly beside them. */}
        {import.meta.env.SSR &&
          hydrate &&
          imports.map((href) => (
            <link key={href} rel="modulepreload" href={href} fetchPriority="low" nonce={nonce} />
          ))}
        {import.meta.env.SSR && <ThemeScript nonce={nonce} />}
        {import.meta.env.SSR && hydrate && <ClickReplay nonce={nonce} />}
        {/* Only programs that read the document need it, so the browser does not load its code. */}
        {import.meta.env.SSR && urlOf && <ShareCard {...{ urlOf, card, description }} />}
        <Links />
      </head>
      <body>
        {children}
        {hydrate && (
          <>
            <ScrollRestoration nonce={nonce} />
            <Scripts nonce={nonce} />
          </>
        )}
      </body>
    </html>
  );
}

/** Renders the matched routes, the toaster and the tooltips. Deletes members' stored data while nobody is signed in. */
export default function App({
  loaderData: { isVisitor, readOnly, announcement },
  matches,
}: Route.ComponentProps) {
  if (!import.meta.env.SSR)
    for (const part of missingTexts(matches.flatMap((match) => match?.id ?? []))) use(part);
  useEffect(() => {
    // Covers log-out and an expired session.
    if (isVisitor)
      loadClearing().then(
        ({ clearMember }) => clearMember(),
        () => undefined,
      );
  }, [isVisitor]);
  useEffect(() => {
    if (!CSS.supports("field-sizing", "content"))
      loadFieldSizing().then(
        ({ growTextBoxes }) => growTextBoxes(),
        () => undefined,
      );
  }, []);
  // Below the wait for the texts, which a title is one of.
  const titles = useMatches() as PlainMatch[];
  return (
    <>
      <PageTitle matches={titles} />
      {(readOnly || announcement) && <SiteBars {...{ readOnly, announcement }} />}
      <Outlet />
      <Toaster />
      <Tooltips />
      <FlashToast />
      <ServiceWorker />
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const { i18n, t } = useLingui();
  if (isRouteErrorResponse(error) && error.status === 404) {
    return (
      <Suspense>
        <PageTitle matches={[]} />
        <NotFound />
      </Suspense>
    );
  }
  const title = t`Something went wrong`;
  return (
    <main>
      <title>{`${title} · ${nameOf(i18n)}`}</title>
      <ErrorState level={1} title={title} text={t`This page could not be shown. Please try again.`} />
    </main>
  );
}
