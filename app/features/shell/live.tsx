import { useStore } from "@nanostores/react";
import { useEffect, useRef } from "react";
import { useFetchers, useLocation, useNavigation } from "react-router";
import { loadChat } from "~/features/chat/load-chat";
import { subscribeUnread } from "~/features/chat/unread-sync";
import { bindLinkToBrowser, link } from "~/realtime/link";
// Subscribes to presence frames from the start: the pages that show presence may open later.
import "~/realtime/presence";
import { startSync } from "~/realtime/sync";
import { showToast } from "~/ui/toast";

/**
 * Loads the chat's code after the page's own and starts it, because the outbox sends from every page. After a failure it
 * tries again at each opening of the link, and at each call of `retry`.
 */
function startLazyChat(memberId: string) {
  let end: (() => void) | undefined;
  function retry(): void {
    loadChat().then(
      ({ startChat }) => {
        end ??= startChat(memberId);
      },
      () => undefined,
    );
  }
  const stopRetries = link.onOpen(retry);
  retry();
  function stop(): void {
    stopRetries();
    end?.();
    // Code that loads later starts nothing.
    end = () => {};
  }
  return { retry, stop };
}

/** Keeps the link open while a member is signed in, and shows a notice while it is lost. */
export function Live({ memberId }: { memberId: string }) {
  const state = useStore(link.$state, { ssr: "initial" });
  const navigation = useNavigation();
  const fetchers = useFetchers();
  const isChatPage = useLocation().pathname === "/chat";
  const chat = useRef<ReturnType<typeof startLazyChat>>(null);

  useEffect(() => {
    link.start(memberId);
    chat.current = startLazyChat(memberId);
    const stops = [
      bindLinkToBrowser(),
      subscribeUnread(memberId),
      chat.current.stop,
      // Last: unconfirmed read marks are sent before the sync that returns the unread messages.
      startSync(),
      link.onError(() => {
        showToast({ kind: "danger", title: "Connection error", text: "Failed to connect to chat server" });
      }),
    ];
    return () => {
      for (const stop of stops) stop();
      link.stop();
    };
  }, [memberId]);

  useEffect(() => {
    if (isChatPage) chat.current?.retry();
  }, [isChatPage]);

  // The session was ended elsewhere, not by a log-out in this tab. A new document starts without this member's state: the server answers
  // with the log-in page, which returns to this one.
  const isLeaving =
    navigation.state !== "idle" || fetchers.some(({ formAction }) => formAction === "/logout");
  const isOver = state === "ended" && !isLeaving;
  useEffect(() => {
    if (isOver) location.reload();
  }, [isOver]);

  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-0 bottom-[calc(1rem+var(--bottom-bar))] z-30 flex justify-center"
    >
      {state === "lost" && (
        <p className="animate-rise rounded-full border border-line bg-surface px-4 py-1.5 text-muted text-sm shadow-soft">
          The connection is lost. Trying again…
        </p>
      )}
    </div>
  );
}
