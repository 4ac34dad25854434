import { useEffect, useRef, useState } from "react";
import { onNearViewport } from "~/ui/on-near-viewport";
import { retryImport } from "~/ui/retry-import";
import { linkedPostIn } from "./linked-post";

const loadCard = retryImport(() => import("./post-preview.client"));
type Card = Awaited<ReturnType<typeof loadCard>>["default"];

/**
 * The preview of the first post of this site that a text links to (docs/product.md#post-links). Its code is loaded once the message is
 * in view; without it, as without a preview, the link in the text stays.
 */
export function PostLink({ text, viewerId }: { text: string; viewerId: string }) {
  const slot = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState<{ Card: Card; id: string } | null>(null);
  useEffect(() => {
    setShown(null);
    const id = linkedPostIn(text, location.origin);
    if (!id || !slot.current) return;
    const stop = onNearViewport(slot.current, 0, () => {
      stop();
      loadCard().then(
        ({ default: Card }) => setShown({ Card, id }),
        () => undefined,
      );
    });
    return stop;
  }, [text]);
  return <div ref={slot}>{shown && <shown.Card id={shown.id} viewerId={viewerId} />}</div>;
}
