import { t } from "@lingui/core/macro";
import { backOff } from "~/contract/back-off";
import { showToast } from "./toast-store";
import { hasUnsavedWork } from "./unsaved-work";

/** The delays between requests to a server that cannot be reached. */
const DELAYS = { firstMs: 2000, longestMs: 60_000 };

/**
 * Loads a part whose code has failed to load once the server is reachable, or else reloads the page. With unsaved work,
 * sends and interrupts nothing, except at once after the press. Returns a function that cancels it.
 */
export function recoverPart<Part>(load: () => Promise<Part>, show: (part: Part) => void): () => void {
  const page = location.pathname;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isCancelled = false;
  async function attempt(failures: number): Promise<void> {
    const isPress = failures === 0;
    const isReachable = (isPress || !hasUnsavedWork()) && (await isServerReachable());
    const part = isReachable ? await load().catch(() => null) : null;
    // A part of a bar stays mounted on the next page, where nobody has opened it.
    if (isCancelled || location.pathname !== page) return;
    if (part) return show(part);
    if (isReachable && !hasUnsavedWork()) return location.reload();
    if (isPress) showToast({ title: t`Connection error`, text: t`An error occurred`, kind: "danger" });
    const delay = hasUnsavedWork() ? DELAYS.firstMs : backOff(failures, DELAYS);
    timer = setTimeout(() => void attempt(failures + 1), delay);
  }
  void attempt(0);
  return () => {
    isCancelled = true;
    clearTimeout(timer);
  };
}

function isServerReachable(): Promise<boolean> {
  return fetch("/favicon.svg", { method: "HEAD", cache: "no-store" }).then(
    ({ ok }) => ok,
    () => false,
  );
}
