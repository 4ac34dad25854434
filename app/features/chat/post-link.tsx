import { useEffect, useRef, useState } from "react";
import { onNearViewport } from "~/ui/on-near-viewport";
import { useQuietPart } from "~/ui/quiet-part";
import { retryImport } from "~/ui/retry-import";
import { linkedPostIn } from "./linked-post";

const load = retryImport(() => import("./post-preview.client"));

/**
 * The preview of the first post of this site that a text links to (docs/product.md#post-links). Its code is loaded
 * when the message comes into view. Without a preview the link in the text stays.
 */
export function PostLink({ text, viewerId }: { text: string; viewerId: string }) {
  const slot = useRef<HTMLDivElement>(null);
  const [Card, want] = useQuietPart(load);
  const [shown, setShown] = useState({ text: "", id: "" });
  useEffect(() => {
    const id = linkedPostIn(text, location.origin);
    if (!id || !slot.current) return;
    const stop = onNearViewport(slot.current, 0, () => {
      stop();
      setShown({ text, id });
      want();
    });
    return stop;
  }, [text, want]);
  return (
    <div ref={slot}>
      {Card && shown.id && shown.text === text && <Card id={shown.id} viewerId={viewerId} />}
    </div>
  );
}
