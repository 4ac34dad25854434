import { msg } from "@lingui/core/runtime-macro";
import type { AccountDeletion } from "~/contract/accounts";
import { invalid } from "~/contract/errors";
import type { MemberCtx } from "../context";
import { confirmOwner } from "./confirm-password";
import { eraseAccount } from "./erase-account";

/**
 * Deletes the viewer's account and everything it owns, as `eraseAccount` does.
 * @throws AppError `invalid` when the typed username or the password is wrong; `rate_limited`
 */
export async function deleteAccount(ctx: MemberCtx, input: AccountDeletion): Promise<void> {
  const { viewer } = ctx;
  if (input.confirmation.trim().replace(/^@/, "").toLowerCase() !== viewer.username.toLowerCase()) {
    throw invalid("confirmation", msg`This is not your username`);
  }
  await confirmOwner(ctx, input.currentPassword);
  await eraseAccount(ctx, viewer);
}
