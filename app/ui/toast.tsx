import { useStore } from "@nanostores/react";
import { X } from "lucide-react";
import { type FocusEvent, useEffect, useState } from "react";
import { TOAST_DURATION_MS } from "~/contract/limits";
import { classNames } from "./class-names";
import { $toast, dismissToast, type Toast } from "./toast-store";

export { showToast } from "./toast-store";

/**
 * Renders the toast; mounted once, in the root. Both live regions exist from the first render, because a region that
 * appears together with its text is not announced. They have a box, because Safari does not announce a region with
 * `display: contents`.
 */
export function Toaster() {
  const toast = useStore($toast, { ssr: "initial" });
  return (
    <div
      data-toaster
      className="pointer-events-none fixed inset-x-0 top-(--view-top) z-100 flex flex-col items-center safe-around md:inset-x-auto md:top-auto md:end-0 md:bottom-0 md:w-[calc(420px+2rem)] md:items-end"
    >
      {/* `aria-live` as well: open dialogs of Radix hide other content from screen readers, except elements with this attribute. */}
      <div role="status" aria-live="polite" className="w-full max-w-[420px]">
        {toast?.kind === "plain" && <ToastCard key={toast.id} toast={toast} />}
      </div>
      <div role="alert" aria-live="assertive" className="w-full max-w-[420px]">
        {toast?.kind === "danger" && <ToastCard key={toast.id} toast={toast} />}
      </div>
    </div>
  );
}

function ToastCard({ toast }: { toast: Toast }) {
  const [isPaused, setPaused] = useState(false);

  useEffect(() => {
    if (isPaused) return;
    const timer = setTimeout(() => dismissToast(toast.id), TOAST_DURATION_MS);
    return () => clearTimeout(timer);
  }, [isPaused, toast.id]);

  function resumeOnBlur(event: FocusEvent<HTMLElement>) {
    if (!event.currentTarget.contains(event.relatedTarget)) setPaused(false);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hover and focus only pause the timer; the button dismisses the toast.
    <div
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={resumeOnBlur}
      onKeyDown={(event) => event.key === "Escape" && dismissToast(toast.id)}
      className={classNames(
        "pointer-events-auto flex animate-rise items-start gap-2 rounded-card border py-3 pe-1.5 ps-4 shadow-soft",
        toast.kind === "danger"
          ? "border-danger bg-danger text-on-danger"
          : "border-line bg-surface text-ink",
      )}
    >
      <div className="min-w-0 flex-1 self-center">
        <p dir="auto" className="font-semibold">
          {toast.title}
        </p>
        {toast.text && (
          <p
            dir="auto"
            className={classNames("wrap-anywhere text-sm", toast.kind === "plain" && "text-muted")}
          >
            {toast.text}
          </p>
        )}
      </div>
      <button
        type="button"
        aria-label="Dismiss"
        onClick={() => dismissToast(toast.id)}
        className="touch -my-1 inline-flex shrink-0 items-center justify-center rounded-control focus-visible:outline-current"
      >
        <X aria-hidden className="size-4" />
      </button>
    </div>
  );
}
