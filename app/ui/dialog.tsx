import { Suspense, useState } from "react";
import type { DialogProps } from "./dialog-frame.client";
import { lazyPart } from "./lazy-part";

const DialogFrame = lazyPart(() => import("./dialog-frame.client"));

/**
 * A modal dialog; on a phone, a bottom sheet. Esc and the cross close it and restore the focus. Its code (Radix, about
 * 12 KB) is fetched when the first dialog opens.
 */
export function Dialog(props: DialogProps) {
  const [requested, setRequested] = useState(props.open);
  if (props.open && !requested) setRequested(true);
  if (!requested) return null;
  return (
    <Suspense>
      <DialogFrame {...props} />
    </Suspense>
  );
}
