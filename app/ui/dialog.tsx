import { type ReactNode, Suspense, useState } from "react";
import { lazyPart } from "./lazy-part";

const DialogFrame = lazyPart(() => import("./dialog-frame"));

export interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** A sentence under the title. */
  text?: ReactNode;
  /** Buttons, at the end; the main one last. */
  actions?: ReactNode;
  /** `wide` is 720 px where the others are 440. */
  wide?: boolean;
  /** A question that must be answered: a press outside does not close it. */
  question?: boolean;
  children?: ReactNode;
}

/**
 * A modal window; on a phone, a sheet from the bottom. Esc and the cross close it, and focus goes back to where it was.
 * Its code (Radix, about 12 KB) is fetched when the first one opens.
 */
export function Dialog(props: DialogProps) {
  const [wanted, setWanted] = useState(props.open);
  if (props.open && !wanted) setWanted(true);
  if (!wanted) return null;
  return (
    <Suspense>
      <DialogFrame {...props} />
    </Suspense>
  );
}
