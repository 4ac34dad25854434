import { type ComponentType, type RefObject, useEffect, useState } from "react";
import { retryImport } from "~/ui/retry-import";

interface Props {
  field: RefObject<HTMLTextAreaElement | null>;
}

const load = retryImport(() => import("./mention-list.client"));

/**
 * Lists members while a mention is typed into the field (docs/product.md#mentions). The code of the list is loaded when the
 * text has an `@`. Without it the field works as before.
 */
export function Mentions({ field }: Props) {
  const [part, setPart] = useState<{ List: ComponentType<Props> } | null>(null);
  useEffect(() => {
    const box = field.current;
    const prepare = () => {
      if (box?.value.includes("@")) load().then(({ default: List }) => setPart({ List }), Boolean);
    };
    box?.addEventListener("input", prepare);
    return () => box?.removeEventListener("input", prepare);
  }, [field]);
  return part && <part.List field={field} />;
}
