import { useLingui } from "@lingui/react/macro";
import { ImageDown } from "lucide-react";

/** Covers the page while files are dragged over it. Presses and drops go through it. */
export function DropHint({ text }: { text?: string }) {
  const { t } = useLingui();
  return (
    <div className="pointer-events-none fixed inset-0 z-50 grid place-items-center bg-paper/80 p-4">
      <div className="grid size-full max-h-96 max-w-xl place-content-center justify-items-center gap-3 rounded-card border-2 border-ember border-dashed bg-wash">
        <ImageDown aria-hidden className="size-9 stroke-[1.25] text-ember" />
        <p className="title text-xl">{text ?? t`Drop your photo`}</p>
      </div>
    </div>
  );
}
