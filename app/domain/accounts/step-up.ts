import { sql } from "drizzle-orm";
import { STEP_UP_MINUTES } from "~/contract/account-limits";
import { AppError } from "~/contract/errors";
import { CONFIRM_FIRST } from "~/contract/texts";
import { MINUTE_MS } from "~/contract/time";
import { readRows, viewerQuery } from "~/db/viewer-query";
import type { MemberCtx } from "../context";

/**
 * Checks that the viewer has proved their identity in this session lately, by a log-in or by `confirmIdentity`: a
 * stolen session alone must not change how its member logs in.
 * @throws AppError `step_up`
 */
export async function requireStepUp(ctx: MemberCtx): Promise<void> {
  const [[row]] = await readRows(ctx, proofRow(ctx.viewer.sessionId));
  checkStepUp(ctx, row?.verifiedAt ?? null);
}

/** The time of the last proof of identity, by the id of the current session. */
export const proofRow = viewerQuery<string, { verifiedAt: string | null }>({
  text: () => sql`SELECT verified_at AS verifiedAt FROM sessions WHERE id = ${sql.placeholder("current")}`,
  values: (current) => ({ current }),
});

/** Does the same for a known time. @param verifiedAt of the viewer's session */
export function checkStepUp({ now }: Pick<MemberCtx, "now">, verifiedAt: string | null): void {
  const since = new Date(now().getTime() - STEP_UP_MINUTES * MINUTE_MS).toISOString();
  if (verifiedAt === null || verifiedAt <= since) throw new AppError("step_up", CONFIRM_FIRST);
}
