import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/runtime-macro";
import { sql } from "drizzle-orm";
import { type UsernameCheck, username as usernameRule } from "~/contract/accounts";
import { bodyOf } from "~/contract/errors";
import { ruleMessage } from "~/contract/messages";
import { isReservedUsername } from "~/contract/reserved-usernames";
import { TOO_FAST } from "~/contract/texts";
import { currentTime, me, naming, readRows, type ViewerRead, viewerQuery } from "~/db/viewer-query";
import type { MemberCtx } from "../context";
import { takeFromLimits } from "../rate-limit";

export const USERNAME_TAKEN = msg`This username is already taken.`;

/**
 * Returns whether the viewer can take a username now, and a text for the form. It does not reveal who has it.
 * @throws AppError `rate_limited` after 60 checks in a minute
 */
export async function checkUsername(ctx: MemberCtx, wanted: string): Promise<UsernameCheck> {
  await takeFromLimits(ctx, { username: [ctx.viewer.id] }, TOO_FAST);
  const problem = problemOf(wanted);
  if (problem) return { available: false, ...bodyOf(problem) };
  const [[taken]] = await readRows(ctx, takenRow(wanted));
  return taken
    ? { available: false, ...bodyOf(USERNAME_TAKEN) }
    : { available: true, ...bodyOf(msg`This username is available.`) };
}

/** Returns the reads of `checkUsername`. */
export function usernameReads(wanted: string): ViewerRead<unknown>[] {
  return problemOf(wanted) ? [] : [takenRow(wanted)];
}

/** Returns why nobody can take a username; undefined when it is a question of who has it. */
function problemOf(wanted: string): MessageDescriptor | undefined {
  const broken = usernameRule.safeParse(wanted).error?.issues[0];
  if (broken) return ruleMessage(broken.message);
  return isReservedUsername(wanted) ? USERNAME_TAKEN : undefined;
}

/** A row if another member has the username or has given it up lately. */
const takenRow = viewerQuery<string, { isTaken: 1 }>({
  text: (viewer) => sql`
    WITH ${naming(viewer)}
    SELECT 1 AS isTaken
    WHERE EXISTS (SELECT 1 FROM users WHERE lower(username) = lower(${sql.placeholder("wanted")}) AND id <> ${me})
      OR EXISTS (SELECT 1 FROM former_usernames
        WHERE username = lower(${sql.placeholder("wanted")}) AND user_id <> ${me} AND expires_at > ${currentTime})`,
  values: (wanted) => ({ wanted }),
});
