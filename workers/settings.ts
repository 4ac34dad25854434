import type { MailApi } from "~/platform/mail";

const KEY_LENGTH = 32;

/**
 * The settings of this deployment, checked before the first request is answered.
 * @throws when one is missing or must not be: a site that is set up wrongly answers nothing rather than unsafely
 */
export function readSettings(
  env: Pick<
    Env,
    | "AFTERGLOW_ENV"
    | "AFTERGLOW_RATE_LIMITS"
    | "MEDIA_PASS_KEY"
    | "MAIL_API_URL"
    | "MAIL_API_KEY"
    | "MAIL_FROM"
  >,
) {
  const isLocal = env.AFTERGLOW_ENV === "local";
  const limitsOff = env.AFTERGLOW_RATE_LIMITS === "off";
  if (limitsOff && !isLocal) throw new Error("AFTERGLOW_RATE_LIMITS=off is refused in production.");
  if ((env.MEDIA_PASS_KEY ?? "").length < KEY_LENGTH) {
    throw new Error(`MEDIA_PASS_KEY must be a secret of at least ${KEY_LENGTH} characters.`);
  }
  return { isLocal, limitsOff, mail: mailApi(env) };
}

/** Null when none is set. */
function mailApi(env: Pick<Env, "MAIL_API_URL" | "MAIL_API_KEY" | "MAIL_FROM">): MailApi | null {
  const { MAIL_API_URL: url, MAIL_API_KEY: key, MAIL_FROM: from } = env;
  if (url && key && from) return { url, key, from };
  if (url || key || from) throw new Error("MAIL_API_URL, MAIL_API_KEY and MAIL_FROM go together.");
  return null;
}
