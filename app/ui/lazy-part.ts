import { type ComponentType, cloneElement, lazy, useEffect, useState } from "react";
import type { Trigger } from "./on-demand";
import { showToast } from "./toast-store";

const AGAIN_AFTER_MS = 2000;

/**
 * React's `lazy` for what opens over a page. Where that would take the whole page down when the code does not come, this
 * one says so and leaves the page as it is. Browsers do not ask again for code that once failed, so as soon as the server
 * is there (again, or with a newer build) the page is loaded anew: once, only while it still wants the part, and never
 * over work that a reload would lose.
 */
export function lazyPart<Props>(load: () => Promise<{ default: ComponentType<Props> }>) {
  // Of the properties of any part it takes the trigger, if there is one.
  return lazy(() => load().catch(() => ({ default: Missing as ComponentType<Props> })));
}

/** In the place of a part whose code did not come: its trigger, which tries again. */
function Missing({ trigger }: { trigger?: Trigger }) {
  const [presses, setPresses] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each press begins anew.
  useEffect(() => reloadWhenPossible(), [presses]);
  return trigger ? cloneElement(trigger, { onClick: () => setPresses(presses + 1) }) : null;
}

/** @returns how to give it up */
function reloadWhenPossible(): () => void {
  let page = location.pathname;
  async function look(isFirst?: boolean) {
    const canReload = (await isServerThere()) && !isAnythingUnsaved();
    // A bar's part is still there on the next page, where nobody has asked for it.
    if (location.pathname !== page) return;
    if (canReload) return location.reload();
    if (isFirst) showToast({ title: "Connection error", text: "An error occurred", kind: "danger" });
    setTimeout(look, AGAIN_AFTER_MS);
  }
  void look(true);
  return () => {
    page = "";
  };
}

/**
 * What is no words carries `data-unsaved`. React keeps `defaultValue` at what has been typed: whether a field's words are
 * new cannot be asked, only whether it has any.
 */
function isAnythingUnsaved(): boolean {
  const works = document.querySelectorAll<HTMLElement & { value?: string }>(
    "[data-unsaved], textarea, input:read-write:not([type=search])",
  );
  return [...works].some(({ value }) => value !== "");
}

function isServerThere(): Promise<boolean> {
  return fetch("/favicon.svg", { method: "HEAD", cache: "no-store" }).then(
    ({ ok }) => ok,
    () => false,
  );
}
