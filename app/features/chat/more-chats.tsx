import { Trans, useLingui } from "@lingui/react/macro";
import { useCallback, useState } from "react";
import { Button } from "~/ui/button";
import { onNearViewport } from "~/ui/on-near-viewport";
import { Loading, RowSkeletons } from "~/ui/skeleton";
import { loadChats, loadMoreChats, useChatList } from "./chat-list-store";

/**
 * The end of a list of chats that has a next page, which is loaded when the end comes into view.
 * @param cursor empty until the first reply, which follows the document's list
 */
export function MoreChats({ cursor, isArchive }: { cursor: string; isArchive: boolean }) {
  const { t } = useLingui();
  const { isFailed, generation } = useChatList();
  const [phase, setPhase] = useState<"idle" | "loading" | "failed">("idle");
  const sentinel = useCallback(
    (element: Element | null) => {
      // Observing restarts with each cursor, and fires at once if the end is still in view.
      if (!element || !cursor) return;
      return onNearViewport(element, 0, () => {
        setPhase("loading");
        loadMoreChats(isArchive).then(
          () => setPhase("idle"),
          () => setPhase("failed"),
        );
      });
    },
    [cursor, isArchive],
  );
  function retry() {
    if (cursor) return setPhase("idle");
    setPhase("loading");
    void loadChats().then(() => setPhase("idle"));
  }
  if (phase === "failed" || (phase === "idle" && !cursor && isFailed)) {
    return (
      <p role="alert" className="flex items-center justify-between gap-3 px-4 pb-4 text-muted text-sm">
        <span>
          <Trans>More chats could not be loaded.</Trans>
        </span>
        <Button look="quiet" size="small" onClick={retry}>
          <Trans>Retry</Trans>
        </Button>
      </p>
    );
  }
  return (
    // A list that begins anew can end in the same cursor.
    <div key={generation} ref={sentinel} className="min-h-4">
      {phase === "loading" && (
        <Loading label={t`Loading chats`}>
          <RowSkeletons count={1} />
        </Loading>
      )}
    </div>
  );
}
