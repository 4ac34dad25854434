import type { MemberCtx } from "../context";
import { readCredentials } from "./confirm-password";
import { hasPassword } from "./password";

/** Returns what can prove the viewer's identity in place of a passkey. An account without both has one. */
export async function readProofs(ctx: MemberCtx): Promise<{ hasPassword: boolean; hasTwoFactor: boolean }> {
  const { password, hasTwoFactor } = await readCredentials(ctx);
  return { hasPassword: hasPassword(password), hasTwoFactor: hasTwoFactor === 1 };
}
