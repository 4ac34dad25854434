import { useEffect } from "react";
import { useQuietPart } from "~/ui/quiet-part";
import { retryImport } from "~/ui/retry-import";
import type { PushOfferProps } from "./push-offer-line.client";

const load = retryImport(() => import("./push-offer-line.client"));

/** Offers push notifications in a conversation with messages, if supported (docs/product.md#push-offer). */
export function PushOffer(props: PushOfferProps) {
  const [Line, want] = useQuietPart(load);
  useEffect(() => {
    if ("PushManager" in window) want();
  }, [want]);
  return Line && <Line {...props} />;
}
