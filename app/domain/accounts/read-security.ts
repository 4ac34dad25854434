import { sql } from "drizzle-orm";
import type { PasskeyView } from "~/contract/passkeys";
import type { SecurityView } from "~/contract/security";
import { me, naming, readRows, viewerQuery } from "~/db/viewer-query";
import type { MemberCtx } from "../context";
import { hasTwoFactor } from "./second-factor";
import { checkStepUp } from "./step-up";

interface SecurityRow {
  verifiedAt: string | null;
  isOn: number;
  left: number;
}

/** Returns how the viewer logs in. @throws AppError `step_up` */
export async function readSecurity(ctx: MemberCtx): Promise<SecurityView> {
  const [[row], passkeys] = await readRows(ctx, securityRow(ctx.viewer.sessionId), passkeyRows());
  checkStepUp(ctx, row?.verifiedAt ?? null);
  return { hasTwoFactor: row?.isOn === 1, recoveryCodesLeft: row?.left ?? 0, passkeys };
}

/** The row of `readSecurity`, by the id of the current session. */
export const securityRow = viewerQuery<string, SecurityRow>({
  text: (viewer) => sql`
    WITH ${naming(viewer)}
    SELECT (SELECT verified_at FROM sessions WHERE id = ${sql.placeholder("current")}) AS verifiedAt,
      ${hasTwoFactor(me)} AS isOn, (SELECT count(*) FROM recovery_codes WHERE user_id = ${me}) AS "left"`,
  values: (current) => ({ current }),
});

/** The viewer's passkeys, the oldest first. */
export const passkeyRows = viewerQuery<void, PasskeyView>({
  text: (viewer) => sql`
    SELECT id AS id, name AS name, created_at AS createdAt, last_used_at AS lastUsedAt
    FROM passkeys WHERE user_id = ${viewer} ORDER BY created_at, id`,
});
