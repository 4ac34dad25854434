import { sql } from "drizzle-orm";
import type { DeskCounts } from "~/contract/moderation-views";
import { limit } from "~/db/limit";
import { isModerator } from "~/db/moderators";
import { me, naming, readRows, viewerQuery } from "~/db/viewer-query";
import type { MemberCtx } from "../context";
import { asModerator } from "./as-moderator";

/** Returns what waits at the desk, and whether the viewer is an admin. @throws AppError `not_found` for members */
export async function readDeskCounts(ctx: MemberCtx): Promise<DeskCounts & { isAdmin: boolean }> {
  const { viewer } = asModerator(ctx);
  const [[counts]] = await readRows(ctx, deskCounts());
  return { queue: 0, signUps: 0, ...counts, isAdmin: viewer.role === "admin" };
}

/** The row of `readDeskCounts`. Reports, appeals and sign-ups are each counted to 1000. */
export const deskCounts = viewerQuery<void, DeskCounts>({
  text: (viewer) => sql`
    WITH ${naming(viewer)}
    SELECT
      (SELECT count(*) FROM (
        SELECT DISTINCT kind, subject_id FROM abuse_reports WHERE closed_at IS NULL ${limit(1000)}))
      + (SELECT count(*) FROM (SELECT 1 FROM appeals WHERE closed_at IS NULL ${limit(1000)})) AS queue,
      (SELECT count(*) FROM (SELECT 1 FROM waiting_members ${limit(1000)})) AS signUps
    WHERE ${isModerator(me)}`,
});
