import { sql } from "drizzle-orm";
import { newId } from "~/contract/ids";
import type { SwitchInput } from "~/contract/moderation";
import type { CeilingState } from "~/contract/moderation-views";
import { type Ceiling, ceilingNames, ceilings } from "~/contract/quotas";
import { DAY_MS } from "~/contract/time";
import { batchRows } from "~/db/batch";
import { isModerator } from "~/db/moderators";
import { me, naming, readRows, viewerQuery } from "~/db/viewer-query";
import type { MemberCtx } from "../context";
import { SITE } from "../quota";
import { asModerator } from "./as-moderator";

interface CeilingRow {
  name: Ceiling;
  /** The start of the counted 24 hours, in milliseconds since 1970; null when nothing was counted. */
  since: number | null;
  used: number | null;
  isOff: number;
}

/** Returns the ceilings of the site with their uses and switches. @throws AppError `not_found` for members */
export async function listCeilings(ctx: MemberCtx): Promise<CeilingState[]> {
  asModerator(ctx);
  const [rows] = await readRows(ctx, ceilingRows());
  const now = ctx.now().getTime();
  return rows.map(({ name, since, used, isOff }) => {
    const end = (since ?? 0) + DAY_MS;
    const isOpen = end > now;
    return {
      name,
      used: isOpen ? (used ?? 0) : 0,
      most: ctx.ceilings[name],
      until: isOpen ? new Date(end).toISOString() : null,
      isOff: isOff === 1,
    };
  });
}

/** The rows of `listCeilings`. */
export const ceilingRows = viewerQuery<void, CeilingRow>({
  text: (viewer) => sql`
    WITH ${naming(viewer)}
    SELECT n.value AS name, c.since AS since, c.used AS used,
      EXISTS (SELECT 1 FROM switched_off WHERE name = n.value) AS isOff
    FROM json_each(${JSON.stringify(ceilingNames)}) n
      LEFT JOIN quota_counters c ON c.owner = ${SITE} AND c.kind = n.value
    WHERE ${isModerator(me)} ORDER BY n.key`,
});

/**
 * Switches uploads or the AI tools off for everybody, or on again, and logs it. Works at the next request. Idempotent.
 * @throws AppError `not_found` for members
 */
export async function setSwitch(ctx: MemberCtx, { name, action, note }: SwitchInput): Promise<void> {
  const { viewer } = asModerator(ctx);
  const now = ctx.now();
  const id = newId(now.getTime());
  const isLogged = sql`EXISTS (SELECT 1 FROM moderation_log WHERE id = ${id})`;
  const isOff = sql`EXISTS (SELECT 1 FROM switched_off WHERE name = ${name})`;
  await batchRows(ctx.db, [
    sql`INSERT INTO moderation_log (id, actor_id, actor_name, action, member_id, member_name, kind, subject_id, reason, note, created_at)
      SELECT ${id}, ${viewer.id}, ${viewer.username}, ${`switch_${action}`}, '', ${ceilings[name].name}, 'site', ${name}, 'other',
        ${note}, ${now.toISOString()}
      WHERE ${isModerator(viewer.id)} AND ${isOff} = ${action === "on" ? 1 : 0}`,
    action === "off"
      ? sql`INSERT INTO switched_off (name) SELECT ${name} WHERE ${isLogged}`
      : sql`DELETE FROM switched_off WHERE name = ${name} AND ${isLogged}`,
  ]);
}
