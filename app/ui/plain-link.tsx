import { type ComponentProps, useEffect } from "react";
import { type NavigateFunction, useNavigate } from "react-router";

interface Props extends Omit<ComponentProps<"a">, "href" | "target"> {
  /** An absolute path of this site. */
  to: string;
  viewTransition?: boolean;
}

/**
 * A link within the site, for lists: React Router's `Link` computes its address from the route and subscribes to the
 * location: a third of the render time of a card of the feed. `usePlainLinks` navigates; without it the browser loads
 * the page.
 */
export function PlainLink({ to, viewTransition, ...rest }: Props) {
  return <a {...rest} href={to} data-plain-link={viewTransition ? "transition" : ""} />;
}

/** Makes clicks on `PlainLink`s navigate within the document. */
export function usePlainLinks(): void {
  const navigate = useNavigate();
  useEffect(() => {
    const follow = (event: MouseEvent) => followLink(event, navigate);
    window.addEventListener("click", follow);
    return () => window.removeEventListener("click", follow);
  }, [navigate]);
}

/** Leaves to the browser what `Link` leaves to it: other buttons, and modifier keys, which open a tab or a window. */
function followLink(event: MouseEvent, navigate: NavigateFunction): void {
  if (event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const target = event.target instanceof Element ? event.target : null;
  const link = target?.closest<HTMLAnchorElement>("a[data-plain-link]");
  if (!link) return;
  event.preventDefault();
  void navigate(link.pathname + link.search + link.hash, {
    // The browser adds no history entry for a link to the current page.
    replace: link.href === location.href,
    viewTransition: link.dataset.plainLink === "transition",
  });
}
