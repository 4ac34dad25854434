import { type ComponentType, lazy } from "react";
import { showToast } from "./toast-store";

const AGAIN_AFTER_MS = 2000;

/**
 * React's `lazy` for what opens over a page. Where that would take the whole page down when the code does not come, this
 * one says so and leaves the page as it is. Browsers do not ask again for code that once failed, so when the server is
 * there (again, or with a newer build) the page is loaded anew: though never under words that have not been sent.
 */
export function lazyPart<Props>(load: () => Promise<{ default: ComponentType<Props> }>) {
  return lazy(async () => {
    for (let isFirst = true; ; isFirst = false) {
      try {
        return await load();
      } catch {
        if (!isWriting() && (await isServerThere())) location.reload();
        else if (isFirst) showToast({ title: "Connection error", text: "An error occurred", kind: "danger" });
        await new Promise((again) => setTimeout(again, AGAIN_AFTER_MS));
      }
    }
  });
}

/** React keeps `defaultValue` at what has been typed: whether a field's words are new cannot be asked, only whether it has any. */
function isWriting(): boolean {
  return [...document.querySelectorAll("textarea")].some(({ value }) => value !== "");
}

function isServerThere(): Promise<boolean> {
  return fetch("/favicon.svg", { method: "HEAD", cache: "no-store" }).then(
    ({ ok }) => ok,
    () => false,
  );
}
