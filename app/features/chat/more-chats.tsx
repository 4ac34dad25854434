import { Trans, useLingui } from "@lingui/react/macro";
import { useCallback, useRef, useState } from "react";
import { EMPTY_PAGES_MAX } from "~/contract/limits";
import { NOTHING_NEW } from "~/contract/texts";
import { Button } from "~/ui/button";
import { onNearViewport } from "~/ui/on-near-viewport";
import { Loading, RowSkeletons } from "~/ui/skeleton";
import { loadChats, loadMoreChats, useChatList } from "./chat-list-store";

/**
 * The end of a list of chats with a next page. Loads it when the end comes into view or, after pages without a
 * new chat, when the member asks for it.
 * @param cursor empty until the first reply, which follows the document's list
 */
export function MoreChats({ cursor, isArchive }: { cursor: string; isArchive: boolean }) {
  const { t } = useLingui();
  const { isFailed, generation } = useChatList();
  const [phase, setPhase] = useState<"idle" | "loading" | "failed" | "paused">("idle");
  const emptyPages = useRef(0);
  const sentinel = useCallback(
    (element: Element | null) => {
      // Observing restarts with each cursor, and fires at once if the end is still in view.
      if (!element || !cursor) return;
      return onNearViewport(element, 0, () => {
        setPhase("loading");
        loadMoreChats(isArchive).then(
          (added) => {
            emptyPages.current = added > 0 ? 0 : emptyPages.current + 1;
            setPhase(emptyPages.current < EMPTY_PAGES_MAX ? "idle" : "paused");
          },
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
        <Button variant="quiet" size="small" onClick={retry}>
          <Trans>Retry</Trans>
        </Button>
      </p>
    );
  }
  if (phase === "paused") {
    return (
      <p className="flex items-center justify-between gap-3 px-4 pb-4 text-muted text-sm">
        <span role="status">{t(NOTHING_NEW)}</span>
        <Button variant="quiet" size="small" onClick={() => setPhase("idle")}>
          <Trans>Keep looking</Trans>
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
