import type { UserSummary } from "~/contract/accounts";
import type { MemberCtx } from "../context";
import { listConnections } from "./list-connections";

/** Whom the stories strip shows: the viewer's connections, by username. */
export async function readStories(ctx: MemberCtx): Promise<UserSummary[]> {
  return (await listConnections(ctx)).map(({ user }) => user);
}
