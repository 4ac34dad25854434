import { useStore } from "@nanostores/react";
import { useEffect } from "react";
import { useFetchers, useNavigation } from "react-router";
import { subscribeUnread } from "~/features/chat/unread-sync";
import { bindLinkToBrowser, link } from "~/realtime/link";
// Subscribes to presence frames from the start: the pages that show presence may open later.
import "~/realtime/presence";
import { startSync } from "~/realtime/sync";
import { showToast } from "~/ui/toast";

/** Loads the chat's code after the page's own and starts it, because the outbox sends from every page. */
function startLazyChat(memberId: string): () => void {
  let isStopped = false;
  let stop = () => {};
  import("~/features/chat/live-chat").then(
    ({ startChat }) => {
      if (!isStopped) stop = startChat(memberId);
    },
    () => undefined,
  );
  return () => {
    isStopped = true;
    stop();
  };
}

/** Keeps the link open while a member is signed in, and shows a notice while it is lost. */
export function Live({ memberId }: { memberId: string }) {
  const state = useStore(link.$state, { ssr: "initial" });
  const navigation = useNavigation();
  const fetchers = useFetchers();

  useEffect(() => {
    link.start(memberId);
    const stops = [
      bindLinkToBrowser(),
      subscribeUnread(memberId),
      startLazyChat(memberId),
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

  // The session was ended elsewhere, not by a log-out in this tab. A new document starts without this member's state.
  const isLeaving =
    navigation.state !== "idle" || fetchers.some(({ formAction }) => formAction === "/logout");
  const isOver = state === "ended" && !isLeaving;
  useEffect(() => {
    if (isOver) location.replace("/login");
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
