import { useLingui } from "@lingui/react/macro";
import { useStore } from "@nanostores/react";
import { X } from "lucide-react";
import { type FocusEvent, type PointerEvent, useEffect, useRef, useState } from "react";
import { classNames } from "./class-names";
import { $toast, dismissToast, type Toast, toaster } from "./toast-store";

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
      ref={toaster}
      className="pointer-events-none print:hidden fixed inset-x-0 top-[calc(var(--view-top)+var(--toast-top))] z-100 flex flex-col items-center safe-around pt-2! md:inset-x-auto md:top-auto md:end-0 md:bottom-(--toast-bottom) md:w-[calc(420px+2rem)] md:items-end"
    >
      {/* `aria-live`, because open dialogs of Radix hide other content from screen readers except elements with it. */}
      <div role="status" aria-live="polite" className="w-full max-w-[420px]">
        {toast?.kind === "plain" && <ToastCard key={toast.id} toast={toast} />}
      </div>
      <div role="alert" aria-live="assertive" className="w-full max-w-[420px]">
        {toast?.kind === "danger" && <ToastCard key={toast.id} toast={toast} />}
      </div>
    </div>
  );
}

/** Distance in pixels from which a swipe dismisses the toast. */
const SWIPE_PX = 48;

/** Returns the handlers of an element that a finger moves sideways and up, and dismisses so. */
function useSwipeAway(dismiss: () => void) {
  const start = useRef<{ x: number; y: number } | null>(null);
  const by = ({ clientX, clientY }: PointerEvent) => ({
    x: clientX - (start.current?.x ?? clientX),
    y: Math.min(0, clientY - (start.current?.y ?? clientY)),
  });
  const end = (event: PointerEvent<HTMLElement>) => {
    const { x, y } = by(event);
    start.current = null;
    event.currentTarget.style.translate = "";
    if (Math.hypot(x, y) >= SWIPE_PX) dismiss();
  };
  return {
    onPointerDown: ({ pointerType, clientX: x, clientY: y }: PointerEvent) => {
      if (pointerType !== "mouse") start.current = { x, y };
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const { x, y } = by(event);
      if (start.current) event.currentTarget.style.translate = `${x}px ${y}px`;
    },
    onPointerUp: end,
    onPointerCancel: end,
  };
}

function ToastCard({ toast }: { toast: Toast }) {
  const { t } = useLingui();
  const [isPaused, setPaused] = useState(false);
  const swipe = useSwipeAway(() => dismissToast(toast.id));

  useEffect(() => {
    if (isPaused) return;
    const timer = setTimeout(() => dismissToast(toast.id), toast.durationMs);
    return () => clearTimeout(timer);
  }, [isPaused, toast]);

  function resumeOnBlur(event: FocusEvent<HTMLElement>) {
    if (!event.currentTarget.contains(event.relatedTarget)) setPaused(false);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hover and focus only pause the timer; the button dismisses.
    <div
      // Not `onPointerEnter`: React misses it on a toast that replaces another one under the pointer.
      onPointerOver={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={resumeOnBlur}
      onKeyDown={(event) => event.key === "Escape" && dismissToast(toast.id)}
      {...swipe}
      className={classNames(
        "pointer-events-auto flex touch-none animate-rise items-start gap-2 rounded-card border py-3 pe-1.5 ps-4 shadow-soft",
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
        aria-label={t({
          message: "Dismiss",
          comment: "Button that closes a short message at the edge of the screen",
        })}
        onClick={() => dismissToast(toast.id)}
        className="touch -my-1 inline-flex shrink-0 items-center justify-center rounded-control focus-visible:outline-current"
      >
        <X aria-hidden className="size-4" />
      </button>
    </div>
  );
}
