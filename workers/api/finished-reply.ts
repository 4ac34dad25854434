import type { Call } from "~/contract/calls";
import type { Page } from "~/db/cursor";
import { cutterOf } from "./cut-reply";

/** The reply to a call. */
export interface FinishedReply {
  /** The body: JSON. */
  text: string;
  /** The cursor of the next page; null on the last one, and for calls without pages. */
  next: string | null;
}

/** Returns a function that writes a use case's result as the contract describes it; null for a call without a body. */
export function finisherOf({ reply, paged }: Call): ((result: unknown) => FinishedReply) | null {
  if (!reply) return null;
  const cut = cutterOf(reply);
  if (!paged) return (result) => ({ text: JSON.stringify(cut(result)), next: null });
  return (result) => {
    // `serve` types the result of a paged call as a page.
    const { items, next } = result as Page<unknown>;
    return { text: JSON.stringify(cut(items)), next };
  };
}
