import { type ComponentType, cloneElement, createElement, lazy, useEffect, useState } from "react";
import type { Trigger } from "./on-demand";
import { retryImport } from "./retry-import";
import { showToast } from "./toast-store";

const RETRY_INTERVAL_MS = 2000;

type Part<Props> = { default: ComponentType<Props> };

/**
 * `React.lazy` for parts that open over a page. When the code fails to load, it shows an error and leaves the page as
 * it is, instead of the page's error boundary. As soon as the server is reachable, it loads the code again. If
 * that fails, as after a deployment of a newer build, the page reloads: once, only while the part is still wanted, and
 * never with unsaved work on the page.
 * @param load imports a `.client` module: the part never renders on the server, so the Worker's build leaves it out.
 */
export function lazyPart<Props>(load: () => Promise<Part<Props>>) {
  const loadAgain = retryImport(load);
  // A failed part reads only the trigger of the part's properties, if there is one.
  return lazy(() => loadAgain().catch(() => ({ default: failedPart(loadAgain) as ComponentType<Props> })));
}

/** Returns the component for a part whose code failed to load: its trigger, which tries again, then the part. */
function failedPart<Props>(load: () => Promise<Part<Props>>) {
  return function FailedPart(props: { trigger?: Trigger }) {
    const [presses, setPresses] = useState(0);
    const [part, setPart] = useState<Part<Props> | null>(null);
    // biome-ignore lint/correctness/useExhaustiveDependencies: each press starts over.
    useEffect(() => recover(load, setPart), [presses]);
    // React passes the part's properties; this component names only one of them.
    if (part) return createElement(part.default as ComponentType<typeof props>, props);
    return props.trigger ? cloneElement(props.trigger, { onClick: () => setPresses(presses + 1) }) : null;
  };
}

/**
 * Loads the part once the server is reachable, or else reloads the page. Interrupts no unsaved work, except at once after
 * the press. Returns a function that cancels it.
 */
function recover<Props>(load: () => Promise<Part<Props>>, show: (part: Part<Props>) => void): () => void {
  let page = location.pathname;
  async function poll(isFirst?: boolean) {
    const isReachable = await isServerReachable();
    const canInterrupt = isReachable && !hasUnsavedWork();
    const part = canInterrupt || (isReachable && isFirst) ? await load().catch(() => null) : null;
    // A part of a bar stays mounted on the next page, where nobody has opened it.
    if (location.pathname !== page) return;
    if (part) return show(part);
    if (canInterrupt) return location.reload();
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
