import { msg } from "@lingui/core/runtime-macro";
import { invalid } from "~/contract/errors";
import { logError } from "~/platform/log";
import type { PasswordList } from "~/platform/password-lists";
import type { Ctx } from "../context";

/**
 * Checks that a new password is neither one of the most used nor, where the operator asks a service about it, known
 * from a data breach. A list that does not answer is logged, and lets the password through.
 * @param field of the form, for the error
 * @throws AppError `invalid`
 */
export async function checkNewPassword(
  { commonPasswords, breachedPasswords }: Pick<Ctx, "commonPasswords" | "breachedPasswords">,
  field: "password" | "newPassword",
  password: string,
): Promise<void> {
  if (await isIn(commonPasswords, password))
    throw invalid(field, msg`This password is too common. Please choose another one.`);
  if (await isIn(breachedPasswords, password))
    throw invalid(field, msg`This password has appeared in a data breach. Please choose another one.`);
}

function isIn(list: PasswordList, password: string): Promise<boolean> {
  return list.has(password).catch((error: unknown) => {
    logError(error, { event: "new password not checked" });
    return false;
  });
}
