import { map } from "nanostores";
import { CACHE_MS, POST_PREVIEWS_MAX } from "~/contract/limits";
import type { PostPreview } from "~/contract/posts";
import { api } from "~/features/api/client";
import { link } from "~/realtime/link";

/** Requests within this time are sent as one call. */
const BATCH_MS = 16;

/** A preview, or null for a post without one, and when it was fetched. */
interface Known {
  preview: PostPreview | null;
  at: number;
}

/** The previews that this page has fetched for the signed-in member, by post. */
export const $postPreviews = map<Record<string, Known>>({});

let memberId: string | null = null;
const wanted = new Set<string>();
const inFlight = new Set<string>();
let isScheduled = false;

/** Fetches a post's preview unless it was fetched in the last minutes. After a failure, retries when the link opens. */
export function requestPreview(viewerId: string, id: string): void {
  if (memberId !== viewerId) {
    $postPreviews.set({});
    wanted.clear();
    inFlight.clear();
    memberId = viewerId;
  }
  const known = $postPreviews.get()[id];
  if (inFlight.has(id) || (known && Date.now() - known.at < CACHE_MS)) return;
  wanted.add(id);
  if (isScheduled) return;
  isScheduled = true;
  setTimeout(fetchWanted, BATCH_MS);
}

link.onOpen(() => void fetchWanted());

async function fetchWanted(): Promise<void> {
  isScheduled = false;
  const forMember = memberId;
  for (let ids = take(); ids.length > 0; ids = take()) {
    try {
      const found = await api("GET /api/posts/previews", { query: { ids: ids.join(",") } });
      if (forMember !== memberId) return;
      const at = Date.now();
      for (const id of ids)
        $postPreviews.setKey(id, { preview: found.find((one) => one.id === id) ?? null, at });
    } catch {
      if (forMember !== memberId) return;
      for (const id of ids) wanted.add(id);
      return;
    } finally {
      if (forMember === memberId) for (const id of ids) inFlight.delete(id);
    }
  }
}

/** Moves as many ids as one call takes from those that are wanted to those in flight. */
function take(): string[] {
  const ids = [...wanted].slice(0, POST_PREVIEWS_MAX);
  for (const id of ids) {
    wanted.delete(id);
    inFlight.add(id);
  }
  return ids;
}
