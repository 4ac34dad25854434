const KEY_LENGTH = 32;

/**
 * The settings of this deployment, checked before the first request is answered.
 * @throws when one is missing or must not be: a site that is set up wrongly answers nothing rather than unsafely
 */
export function readSettings(env: Pick<Env, "AFTERGLOW_ENV" | "AFTERGLOW_RATE_LIMITS" | "MEDIA_PASS_KEY">) {
  const isLocal = env.AFTERGLOW_ENV === "local";
  const limitsOff = env.AFTERGLOW_RATE_LIMITS === "off";
  if (limitsOff && !isLocal) throw new Error("AFTERGLOW_RATE_LIMITS=off is refused in production.");
  if ((env.MEDIA_PASS_KEY ?? "").length < KEY_LENGTH) {
    throw new Error(`MEDIA_PASS_KEY must be a secret of at least ${KEY_LENGTH} characters.`);
  }
  return { isLocal, limitsOff };
}
