import { sql } from "drizzle-orm";
import type { WaitingMember } from "~/contract/sign-ups";
import { isModerator } from "~/db/moderators";
import { me, naming, readRows, viewerQuery } from "~/db/viewer-query";
import type { MemberCtx } from "../context";
import { asModerator } from "./as-moderator";

/** Returns the people who wait for approval, oldest first, at most 50. @throws AppError `not_found` for members */
export async function listWaiting(ctx: MemberCtx): Promise<{ people: WaitingMember[] }> {
  asModerator(ctx);
  const [people] = await readRows(ctx, waitingRows());
  return { people };
}

/** The rows of `listWaiting`. */
export const waitingRows = viewerQuery<void, WaitingMember>({
  text: (viewer) => sql`
    WITH ${naming(viewer)}
    SELECT w.member_id AS id, u.full_name AS fullName, substr(u.email, instr(u.email, '@') + 1) AS domain, w.reason AS reason,
      substr(w.network, 1, 8) AS network, w.created_at AS since,
      (SELECT count(*) FROM waiting_members o WHERE o.network = w.network) AS sameNetwork
    FROM waiting_members w JOIN users u ON u.id = w.member_id
    WHERE ${isModerator(me)} ORDER BY w.created_at LIMIT 50`,
});
