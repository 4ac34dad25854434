import type { UserSummary } from "~/contract/accounts";
import type { ViewerCtx } from "../context";
import { listConnections } from "./list-connections";

/** Returns the members of the stories strip: the viewer's connections, by username. */
export async function readStories(ctx: ViewerCtx): Promise<UserSummary[]> {
  return (await listConnections(ctx)).map(({ user }) => user);
}
