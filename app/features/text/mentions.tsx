import { type RefObject, useEffect } from "react";
import { useQuietPart } from "~/ui/quiet-part";
import { retryImport } from "~/ui/retry-import";

const load = retryImport(() => import("./mention-list.client"));

/**
 * Lists members while a mention is typed into the field (docs/product.md#mentions). The list's code is loaded when the
 * text has an `@`.
 */
export function Mentions({ field }: { field: RefObject<HTMLTextAreaElement | null> }) {
  const [List, want] = useQuietPart(load);
  useEffect(() => {
    const box = field.current;
    const prepare = () => {
      if (box && /[@＠]/.test(box.value)) want();
    };
    box?.addEventListener("input", prepare);
    return () => box?.removeEventListener("input", prepare);
  }, [field, want]);
  return List && <List field={field} />;
}
