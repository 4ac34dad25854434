import { link } from "./link";

/**
 * Calls `run` when the link opens and frames may have been missed. Returns a function that unsubscribes.
 * @param isMissed whether some were already: data of a document are older than its link
 */
export function onMissedFrames(run: () => void, isMissed = link.state !== "open"): () => void {
  let isNext = isMissed;
  return link.onOpen(() => {
    if (isNext) run();
    isNext = true;
  });
}
