import type { Surroundings } from "~/contract/explore";
import { REQUESTS_COUNTED } from "~/contract/limits";
import { listRequests, requestRows } from "../connections/list-sides";
import type { MemberCtx } from "../context";
import { suggestedRows, suggestMembers } from "../search/suggest-members";
import { listTrendingTags, trendingRows } from "./trending-tags";

const waiting = { cursor: null, limit: REQUESTS_COUNTED };

/** Returns the viewer's first received requests, their suggestions and the hashtags of the week. */
export async function readSurroundings(ctx: MemberCtx): Promise<Surroundings> {
  const [requests, suggestions, tags] = await Promise.all([
    listRequests(ctx, "received", waiting),
    suggestMembers(ctx),
    listTrendingTags(ctx),
  ]);
  return { requests: requests.items, suggestions, tags };
}

/** The reads of `readSurroundings`. */
export const surroundingReads = () => [
  requestRows({ box: "received", page: waiting }),
  suggestedRows(),
  trendingRows(),
];
