import { msg } from "@lingui/core/runtime-macro";
import { sql } from "drizzle-orm";
import { invalid } from "~/contract/errors";
import { languages } from "~/contract/languages";
import { asMember, type Ctx } from "../context";

/**
 * Returns the chosen language, and stores that of a member for mails, push messages and later log-ins. Idempotent.
 * @throws AppError `invalid` for an unknown language; `unauthenticated` when the session has ended meanwhile
 */
export async function setLanguage(ctx: Ctx, code: string | undefined): Promise<string> {
  const language = languages.find((one) => one.code === code);
  if (!language) throw invalid("language", msg`Please choose one of the languages.`);
  if (ctx.viewer) {
    const { db, viewer } = asMember(ctx);
    await db.run(sql`UPDATE users SET language = ${language.code} WHERE id = ${viewer.id}`);
  }
  return language.code;
}
