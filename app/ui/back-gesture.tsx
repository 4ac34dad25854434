import { useEffect, useEffectEvent } from "react";
import { closeOnBackGesture } from "./router/close-on-back";

/** Closes the menu or popover that renders it on Back. A component: its effect runs only while the panel is open. */
export function BackGesture({ onBack }: { onBack: () => void }) {
  const close = useEffectEvent(onBack);
  useEffect(() => closeOnBackGesture(() => close()), []);
  return null;
}
