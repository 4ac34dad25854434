import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useStore } from "@nanostores/react";
import { useEffect, useRef } from "react";
import { useFetchers, useLocation, useNavigation } from "react-router";
import { startDeviceNotifications } from "~/features/chat/device-notifications";
import { hasUnsent } from "~/features/chat/has-unsent";
import { loadChat } from "~/features/chat/load-chat";
import { subscribeUnread } from "~/features/chat/unread-sync";
import { leaveForLogIn } from "~/features/session/before-log-in";
import { forgetLogOut } from "~/features/session/member-storage";
import { bindLinkToBrowser, type LinkState, link } from "~/realtime/link";
// Subscribes to presence frames from the start: the pages that show presence may open later.
import "~/realtime/presence";
import { startSync } from "~/realtime/sync";
import { showToast } from "~/ui/toast";

/**
 * Returns `start`, which loads the chat's code and starts it. Each opening of the link calls it if a closed page left
 * something unsent, and again after a failure.
 */
function chatOnDemand(memberId: string) {
  let isNeeded = false;
  let end: (() => void) | undefined;
  function start(): void {
    isNeeded = true;
    loadChat().then(
      ({ startChat }) => {
        end ??= startChat(memberId);
      },
      () => undefined,
    );
  }
  const stopChecks = link.onOpen(async () => {
    if (isNeeded || (await hasUnsent(memberId))) start();
  });
  function stop(): void {
    stopChecks();
    end?.();
    // Code that loads later starts nothing.
    end = () => {};
  }
  return { start, stop };
}

/** Reloads the page unless the member is signed in. Without a reply, stays: the link shows the lost connection. */
async function reloadUnlessSignedIn(memberId: string): Promise<void> {
  const reply = await fetch("/api/auth/me").catch(() => null);
  if (!reply || reply.status >= 500) return;
  const body: { user?: { id: string } } = await reply.json();
  if (body.user?.id !== memberId) leaveForLogIn();
}

/** Keeps the link open while a member is signed in, and shows a toast while it is lost. */
export function Live({ memberId }: { memberId: string }) {
  const state = useStore(link.$state, { ssr: "initial" });
  useEffect(forgetLogOut, []);
  useOpenLink(memberId);
  useSessionEnd(memberId, state);
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-0 bottom-[calc(1rem+var(--bottom-bar))] z-30 flex justify-center"
    >
      {state === "lost" && (
        <p className="animate-rise rounded-full border border-line bg-surface px-4 py-1.5 text-muted text-sm shadow-soft">
          <Trans>The connection is lost. Trying again…</Trans>
        </p>
      )}
    </div>
  );
}

/** Keeps the link open, and starts what it serves: the chat's code on the chat's page, or when it is needed. */
function useOpenLink(memberId: string): void {
  const isChatPage = useLocation().pathname === "/chat";
  const chat = useRef<ReturnType<typeof chatOnDemand>>(null);

  useEffect(() => {
    link.start(memberId);
    chat.current = chatOnDemand(memberId);
    const stops = [
      bindLinkToBrowser(),
      subscribeUnread(memberId),
      startDeviceNotifications(memberId),
      chat.current.stop,
      // Last: unconfirmed read marks are sent before the sync that returns the unread messages.
      startSync(),
      link.onError(() => {
        showToast({ kind: "danger", title: t`Connection error`, text: t`Failed to connect to chat server` });
      }),
    ];
    return () => {
      for (const stop of stops) stop();
      link.stop();
    };
  }, [memberId]);

  useEffect(() => {
    if (isChatPage) chat.current?.start();
  }, [isChatPage]);
}

/** Leaves for the log-in page when the session has ended. */
function useSessionEnd(memberId: string, state: LinkState): void {
  const navigation = useNavigation();
  const fetchers = useFetchers();

  // The back/forward cache may show the page of a member who has logged out.
  useEffect(() => {
    const check = ({ persisted }: PageTransitionEvent) => {
      if (persisted) void reloadUnlessSignedIn(memberId);
    };
    window.addEventListener("pageshow", check);
    return () => window.removeEventListener("pageshow", check);
  }, [memberId]);

  // The session was ended elsewhere, not by a log-out in this tab. A new document drops this member's state: the server
  // answers with the log-in page, which returns to this one.
  const isLeaving =
    navigation.state !== "idle" || fetchers.some(({ formAction }) => formAction === "/logout");
  const isOver = state === "ended" && !isLeaving;
  useEffect(() => {
    if (isOver) leaveForLogIn();
  }, [isOver]);

  // A session that has ended before the link opened is refused like a server that is away.
  const isLost = state === "lost" && !isLeaving;
  useEffect(() => {
    if (isLost) void reloadUnlessSignedIn(memberId);
  }, [isLost, memberId]);
}
