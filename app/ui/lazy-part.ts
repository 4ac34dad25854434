import { type ComponentType, cloneElement, lazy, useEffect, useState } from "react";
import type { Trigger } from "./on-demand";
import { showToast } from "./toast-store";

const RETRY_INTERVAL_MS = 2000;

/**
 * `React.lazy` for parts that open over a page. When the code fails to load, it shows an error and leaves the page as
 * it is, instead of the page's error boundary. Browsers do not retry a failed module, so the page reloads as soon as
 * the server is reachable again, perhaps with a newer build: once, only while the part is still wanted, and never with
 * unsaved work on the page.
 */
export function lazyPart<Props>(load: () => Promise<{ default: ComponentType<Props> }>) {
  // Reads only the trigger of the part's properties, if there is one.
  return lazy(() => load().catch(() => ({ default: FailedPart as ComponentType<Props> })));
}

/** Rendered instead of a part whose code failed to load: its trigger, which tries again. */
function FailedPart({ trigger }: { trigger?: Trigger }) {
  const [presses, setPresses] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each press starts over.
  useEffect(() => reloadWhenPossible(), [presses]);
  return trigger ? cloneElement(trigger, { onClick: () => setPresses(presses + 1) }) : null;
}

/** Reloads the page once the server is reachable and no work is unsaved. Returns a function that cancels it. */
function reloadWhenPossible(): () => void {
  let page = location.pathname;
  async function poll(isFirst?: boolean) {
    const canReload = (await isServerReachable()) && !hasUnsavedWork();
    // A part of a bar stays mounted on the next page, where nobody has opened it.
    if (location.pathname !== page) return;
    if (canReload) return location.reload();
    if (isFirst) showToast({ title: "Connection error", text: "An error occurred", kind: "danger" });
    setTimeout(poll, RETRY_INTERVAL_MS);
  }
  void poll(true);
  return () => {
    page = "";
  };
}

/**
 * Returns whether the page has unsaved work. Work other than text has `data-unsaved`. React keeps `defaultValue` in
 * step with `value`, so only the presence of text can be checked, not whether it is new.
 */
function hasUnsavedWork(): boolean {
  const elements = document.querySelectorAll<HTMLElement & { value?: string }>(
    "[data-unsaved], textarea, input:read-write:not([type=search])",
  );
  return [...elements].some(({ value }) => value !== "");
}

function isServerReachable(): Promise<boolean> {
  return fetch("/favicon.svg", { method: "HEAD", cache: "no-store" }).then(
    ({ ok }) => ok,
    () => false,
  );
}
