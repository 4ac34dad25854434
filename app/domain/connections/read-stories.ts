import type { UserSummary } from "~/contract/accounts";
import { STORIES_SHOWN } from "~/contract/limits";
import type { Page, PageRequest } from "~/db/cursor";
import type { ViewerCtx } from "../context";
import { listConnections } from "./list-connections";

/** Returns a page of the stories strip, the viewer's connections. A hub caches the first one. */
export async function readStories(ctx: ViewerCtx, { cursor }: PageRequest): Promise<Page<UserSummary>> {
  const { items, next } = await listConnections(ctx, { page: { cursor, limit: STORIES_SHOWN } });
  return { items: items.map(({ user }) => user), next };
}
