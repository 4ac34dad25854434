import { ChevronDown } from "lucide-react";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { classNames } from "~/ui/class-names";

interface Props {
  label: string;
  /** The choice in a few words. */
  value: string;
  /** Opens the row: its field must be seen. */
  isInvalid?: boolean;
  children: ReactNode;
}

/**
 * Renders fields that a phone folds into a row with their value. Wide screens and pages without JavaScript show the
 * fields themselves.
 */
export function Fold({ label, value, isInvalid = false, children }: Props) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const content = useRef<HTMLDivElement>(null);
  const isShown = isOpen || isInvalid;
  useEffect(() => {
    if (!isInvalid) return;
    // oxlint-disable-next-line react/set-state-in-effect -- stays open once the error is gone: the member is typing.
    setOpen(true);
    // The form could not move the focus to a field that was hidden.
    const field = content.current?.querySelector<HTMLElement>("[aria-invalid=true]");
    if (document.activeElement?.matches("body, [type=submit]")) field?.focus();
  }, [isInvalid]);
  return (
    <div>
      <button
        type="button"
        aria-expanded={isShown}
        aria-controls={id}
        onClick={() => setOpen(isInvalid || !isShown)}
        className="flex min-h-12 w-full items-center gap-3 text-start md:hidden noscript:hidden"
      >
        <span className="flex min-w-0 flex-1 flex-wrap gap-x-3">
          <span className="font-medium">{label}</span>
          {/* Below the label where the text is large. */}
          <span dir="auto" className="wrap-anywhere line-clamp-2 min-w-24 flex-1 text-end text-muted">
            {value}
          </span>
        </span>
        <ChevronDown
          aria-hidden
          className={classNames("size-5 shrink-0 text-muted transition-transform", isShown && "rotate-180")}
        />
      </button>
      <div
        ref={content}
        id={id}
        className={classNames(
          "grid gap-3 max-md:pb-4",
          !isShown && "max-md:[@media(scripting:enabled)]:hidden",
        )}
      >
        {children}
      </div>
    </div>
  );
}
