import { useLingui } from "@lingui/react/macro";
import { useEffect, useState } from "react";
import { onNearViewport } from "~/ui/on-near-viewport";
import { Loading, RowSkeletons } from "~/ui/skeleton";

/** The placeholder after the loaded rows; scrolling to it loads older ones. */
export function OlderNotifications({ onReached }: { onReached: () => Promise<void> }) {
  const { t } = useLingui();
  const [end, setEnd] = useState<HTMLElement | null>(null);
  useEffect(() => {
    if (!end) return;
    return onNearViewport(end, 0, () => void onReached());
  }, [end, onReached]);
  return (
    <div ref={setEnd}>
      <Loading label={t`Loading older notifications`}>
        <RowSkeletons count={1} />
      </Loading>
    </div>
  );
}
