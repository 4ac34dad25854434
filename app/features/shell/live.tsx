import { useEffect } from "react";
import { useFetchers, useNavigation } from "react-router";
import { followMessages } from "~/features/chat/unread-store";
import { followBrowser, link } from "~/realtime/link";
// Who is online is told from the first moment; pages that show it come later.
import "~/realtime/presence";
import { useConnectionState } from "~/realtime/use-connection-state";
import { showToast } from "~/ui/toast";

/** What is written and not yet sent goes on from any page; the code for it comes behind the page itself. */
function followChat(memberId: string): () => void {
  let isOver = false;
  let stop = () => {};
  import("~/features/chat/live-chat").then(
    ({ startChat }) => {
      if (!isOver) stop = startChat(memberId);
    },
    () => undefined,
  );
  return () => {
    isOver = true;
    stop();
  };
}

/** Keeps the channel open while somebody is signed in, and says so, quietly, when it is not. */
export function Live({ memberId }: { memberId: string }) {
  const state = useConnectionState();
  const navigation = useNavigation();
  const fetchers = useFetchers();

  useEffect(() => {
    link.start(memberId);
    const stops = [
      followBrowser(),
      followMessages(memberId),
      followChat(memberId),
      link.onError(() => {
        showToast({ kind: "danger", title: "Connection error", text: "Failed to connect to chat server" });
      }),
    ];
    return () => {
      for (const stop of stops) stop();
      link.stop();
    };
  }, [memberId]);

  // The session was ended elsewhere; one's own logging out is under way here. A new document keeps nothing of what this
  // one has seen.
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
