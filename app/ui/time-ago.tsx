import { useLingui } from "@lingui/react";
import { useStore } from "@nanostores/react";
import { atom, onMount } from "nanostores";
import { useEffect, useRef } from "react";
import { fullTime, relativeTime } from "./relative-time";

const TICK_MS = 30_000;

/** One clock for all the times on a page, in milliseconds since 1970; null while the server renders. */
const $now = atom<number | null>(null);

if (typeof window !== "undefined") {
  onMount($now, () => {
    const tick = () => {
      if (document.visibilityState === "visible") $now.set(Date.now());
    };
    $now.set(Date.now());
    const timer = setInterval(tick, TICK_MS);
    document.addEventListener("visibilitychange", tick);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", tick);
    };
  });
}

/**
 * A relative time that stays current. The server does not know the reader's time zone and clock, so its text may
 * differ. The element stays the same, because a press on it during hydration would be lost.
 */
export function TimeAgo({ iso, className }: { iso: string; className?: string }) {
  const { i18n } = useLingui();
  const now = useStore($now, { ssr: "initial" });
  const zone = now === null ? "UTC" : undefined;
  // oxlint-disable-next-line react/purity -- what is newer than the last tick of the clock is not in the future.
  const text = relativeTime(i18n, iso, Math.max(now ?? 0, Date.now()), zone);
  const element = useRef<HTMLTimeElement>(null);
  useEffect(() => {
    // Hydration keeps the server's text, and React would not know that it differs.
    const node = element.current?.firstChild;
    if (node && node.nodeValue !== text) node.nodeValue = text;
  }, [text]);
  return (
    <time
      ref={element}
      dateTime={iso}
      title={fullTime(i18n, iso, zone)}
      suppressHydrationWarning
      className={className}
    >
      {text}
    </time>
  );
}
