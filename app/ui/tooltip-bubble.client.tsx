import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { TOOLTIP_DELAY_MS } from "~/contract/limits";

const GAP = 6;
const EDGE = 8;
/** Time, in milliseconds, to move the pointer from the control to its tooltip (WCAG 1.4.13). */
const GRACE_MS = 120;

/** The tooltips (tooltip.tsx), also of a control hovered or focused on mount. A default export, for `useQuietPart`. */
export default function TooltipBubble() {
  const [host, setHost] = useState<HTMLElement | null>(null);
  const bubble = useRef<HTMLDivElement>(null);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const after = (delay: number, next: HTMLElement | null) => {
      clearTimeout(timer);
      timer = setTimeout(() => setHost(next), delay);
    };
    const hide = () => after(0, null);
    const enter = (event: Event) => {
      const target = event.target instanceof Element ? event.target : null;
      if (target && bubble.current?.contains(target)) return clearTimeout(timer);
      const next = target?.closest<HTMLElement>("[data-tooltip]") ?? null;
      const byTouch = event instanceof PointerEvent && event.pointerType === "touch";
      const byMouseFocus = event.type === "focusin" && !next?.matches(":focus-visible");
      // The tooltip would cover the panel that the control has opened.
      const isOpen = next?.getAttribute("aria-expanded") === "true";
      if (!next || byTouch || byMouseFocus || isOpen) after(GRACE_MS, null);
      else after(TOOLTIP_DELAY_MS, next);
    };
    const closeOnEscape = (event: KeyboardEvent) => event.key === "Escape" && hide();

    const passive = { passive: true, capture: true };
    const present = document.querySelector<HTMLElement>("[data-tooltip]:is(:hover, :focus-visible)");
    if (present && present.getAttribute("aria-expanded") !== "true") after(TOOLTIP_DELAY_MS, present);
    document.addEventListener("pointerover", enter, passive);
    document.addEventListener("focusin", enter);
    document.addEventListener("focusout", hide);
    document.addEventListener("pointerdown", hide, passive);
    document.addEventListener("scroll", hide, passive);
    document.addEventListener("keydown", closeOnEscape);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("pointerover", enter, passive);
      document.removeEventListener("focusin", enter);
      document.removeEventListener("focusout", hide);
      document.removeEventListener("pointerdown", hide, passive);
      document.removeEventListener("scroll", hide, passive);
      document.removeEventListener("keydown", closeOnEscape);
    };
  }, []);

  useLayoutEffect(() => {
    if (host && bubble.current) position(bubble.current, host.getBoundingClientRect());
  }, [host]);

  const text = host?.isConnected ? host.dataset.tooltip : undefined;
  if (!text) return null;
  return (
    <div
      ref={bubble}
      aria-hidden
      className="fixed top-0 start-0 z-100 animate-appear rounded-control bg-ink px-2.5 py-1.5 font-medium text-paper text-sm"
    >
      {text}
    </div>
  );
}

/** Positions the tooltip below the control, or above it when there is no room, and inside the viewport. */
function position(bubble: HTMLElement, anchor: DOMRect): void {
  const { offsetWidth: width, offsetHeight: height } = bubble;
  const below = anchor.bottom + GAP + height + EDGE <= window.innerHeight;
  const left = anchor.left + anchor.width / 2 - width / 2;
  bubble.style.left = `${Math.max(EDGE, Math.min(left, document.documentElement.clientWidth - width - EDGE))}px`;
  bubble.style.top = `${below ? anchor.bottom + GAP : anchor.top - GAP - height}px`;
}
