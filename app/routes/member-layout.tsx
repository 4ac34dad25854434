import { Trans } from "@lingui/react/macro";
import { Outlet } from "react-router";
import { useViewer } from "~/features/session/viewer";
import { BottomBar } from "~/features/shell/bottom-bar";
import { PageCaching } from "~/features/shell/cache-pages";
import { ConfirmEmailBanner } from "~/features/shell/confirm-email-banner";
import { Live } from "~/features/shell/live";
import { PageAnnouncer } from "~/features/shell/page-announcer";
import { PageSkeleton } from "~/features/shell/page-skeleton";
import { usePrefetch } from "~/features/shell/prefetch-routes";
import { TopBar } from "~/features/shell/top-bar";
import { pageContext, toLogin } from "~/page-context";
import { OriginProvider } from "~/ui/origin";
import { usePlainLinks } from "~/ui/plain-link";
import { ViewerHost } from "~/ui/viewer";
import type { Route } from "./+types/member-layout";

/** Redirects visitors of all nested routes to the log-in page, which returns them. */
export const middleware: Route.MiddlewareFunction[] = [
  ({ context, url }) => {
    const { ctx, failure } = context.get(pageContext);
    // When the session look-up failed, the page shows the error.
    if (!ctx.viewer && !failure) throw toLogin(url);
  },
];

export default function MemberLayout() {
  const viewer = useViewer();
  usePlainLinks();
  usePrefetch();
  return (
    <>
      {viewer && (
        <>
          <a
            href="#content"
            className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:start-2 focus:z-50 focus:rounded-control focus:bg-ink focus:px-4 focus:py-2.5 focus:text-paper"
          >
            <Trans>Skip to content</Trans>
          </a>
          <TopBar viewer={viewer} />
          <Live memberId={viewer.id} />
        </>
      )}
      <main
        id="content"
        tabIndex={-1}
        className="safe-x min-h-[calc(100dvh-var(--top-bar))] pb-(--page-end) outline-none"
      >
        {viewer?.codePlace && <ConfirmEmailBanner codePlace={viewer.codePlace} />}
        <OriginProvider>
          <Outlet />
        </OriginProvider>
        <PageSkeleton />
      </main>
      {viewer && <BottomBar />}
      <PageAnnouncer />
      <PageCaching />
      <ViewerHost />
    </>
  );
}
