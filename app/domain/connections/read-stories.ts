import type { UserSummary } from "~/contract/accounts";
import { STORIES_SHOWN } from "~/contract/limits";
import type { ViewerCtx } from "../context";
import { listConnections } from "./list-connections";

/** The page of connections that the strip shows, which a hub holds. */
const head = { cursor: null, limit: STORIES_SHOWN };

/** Returns the members of the stories strip: the viewer's first connections. */
export async function readStories(ctx: ViewerCtx): Promise<UserSummary[]> {
  const { items } = await listConnections(ctx, { page: head });
  return items.map(({ user }) => user);
}
