import { sql } from "drizzle-orm";
import { newId } from "~/contract/ids";
import type { SignUpSettings, SignUpView } from "~/contract/sign-ups";
import { batchRows } from "~/db/batch";
import { isAdmin, isModerator } from "~/db/moderators";
import { me, naming, readRows, viewerQuery } from "~/db/viewer-query";
import { signUpMode } from "../accounts/admission";
import type { MemberCtx } from "../context";
import { asAdmin, asModerator } from "./as-moderator";

const text = sql`coalesce((SELECT sign_up_text FROM site_settings), '')`;

/** Returns who can sign up, and whether the viewer may change it. @throws AppError `not_found` for members */
export async function readSignUps(ctx: MemberCtx): Promise<SignUpView & { mayChange: boolean }> {
  const { viewer } = asModerator(ctx);
  const [[row]] = await readRows(ctx, signUpsRow());
  return { mode: row?.mode ?? "open", text: row?.text ?? "", mayChange: viewer.role === "admin" };
}

/** The row of `readSignUps`. */
export const signUpsRow = viewerQuery<void, SignUpView>({
  text: (viewer) => sql`
    WITH ${naming(viewer)}
    SELECT ${signUpMode} AS mode, ${text} AS text WHERE ${isModerator(me)}`,
});

/**
 * Stores who can sign up, and logs it. It is in effect for every sign-up that is stored after it. Idempotent.
 * @throws AppError `not_found` for members; `forbidden` for moderators who are no admins
 */
export async function saveSignUps(ctx: MemberCtx, input: SignUpSettings): Promise<void> {
  const { viewer } = asAdmin(ctx);
  const now = ctx.now();
  const id = newId(now.getTime());
  await batchRows(ctx.db, [
    sql`INSERT INTO moderation_log (id, actor_id, actor_name, action, member_id, member_name, kind, subject_id, reason, note, created_at)
      SELECT ${id}, ${viewer.id}, ${viewer.username}, 'sign_ups', '', ${input.mode}, 'site', 'sign_ups', 'other', ${input.note},
        ${now.toISOString()}
      WHERE ${isAdmin(viewer.id)} AND (${signUpMode} <> ${input.mode} OR ${text} <> ${input.text})`,
    sql`INSERT INTO site_settings (id, sign_ups, sign_up_text)
      SELECT 1, ${input.mode}, ${input.text} WHERE EXISTS (SELECT 1 FROM moderation_log WHERE id = ${id})
      ON CONFLICT (id) DO UPDATE SET sign_ups = excluded.sign_ups, sign_up_text = excluded.sign_up_text`,
  ]);
}
