import { Hono } from "hono";
import { calls } from "~/contract/calls";
import { addPasskey } from "~/domain/accounts/add-passkey";
import { cancelEmailChange } from "~/domain/accounts/cancel-email-change";
import { changeEmail } from "~/domain/accounts/change-email";
import { removePasskey, renamePasskey } from "~/domain/accounts/change-passkey";
import { changePassword } from "~/domain/accounts/change-password";
import { confirmEmailByCode } from "~/domain/accounts/confirm-email";
import { confirmIdentity } from "~/domain/accounts/confirm-identity";
import { confirmTotp } from "~/domain/accounts/confirm-totp";
import { deleteAccount } from "~/domain/accounts/delete-account";
import { endOtherSessions, endSession } from "~/domain/accounts/end-session";
import { endTotp } from "~/domain/accounts/end-totp";
import { listSessions } from "~/domain/accounts/list-sessions";
import { readEmail } from "~/domain/accounts/read-email";
import { readSecurity } from "~/domain/accounts/read-security";
import { renewRecoveryCodes } from "~/domain/accounts/renew-recovery-codes";
import { resendEmailLink } from "~/domain/accounts/resend-email-link";
import { startPasskey } from "~/domain/accounts/start-passkey";
import { startTotp } from "~/domain/accounts/start-totp";
import { endedSessionCookie, sessionCookie } from "~/platform/cookies";
import type { AppEnv } from "../context";
import { serve } from "./call";

export const account = new Hono<AppEnv>();

serve(account, calls.changePassword, async ({ ctx, body, c }) => {
  c.header("Set-Cookie", sessionCookie(await changePassword(ctx, body), c.get("edge").secure));
});

serve(account, calls.readEmail, ({ ctx }) => readEmail(ctx));

serve(account, calls.changeEmail, ({ ctx, body }) => changeEmail(ctx, body));

serve(account, calls.cancelEmailChange, ({ ctx }) => cancelEmailChange(ctx));

serve(account, calls.resendEmailLink, ({ ctx }) => resendEmailLink(ctx));

serve(account, calls.confirmEmailByCode, async ({ ctx, body }) => {
  await confirmEmailByCode(ctx, body);
});

serve(account, calls.confirmIdentity, async ({ ctx, body, c }) => {
  c.header("Set-Cookie", sessionCookie(await confirmIdentity(ctx, body), c.get("edge").secure));
});

serve(account, calls.readSecurity, ({ ctx }) => readSecurity(ctx));

serve(account, calls.startTotp, ({ ctx }) => startTotp(ctx));

serve(account, calls.confirmTotp, ({ ctx, body }) => confirmTotp(ctx, body));

serve(account, calls.endTotp, ({ ctx }) => endTotp(ctx));

serve(account, calls.renewRecoveryCodes, ({ ctx, body }) => renewRecoveryCodes(ctx, body));

serve(account, calls.startPasskey, ({ ctx }) => startPasskey(ctx));

serve(account, calls.addPasskey, ({ ctx, body }) => addPasskey(ctx, body));

serve(account, calls.renamePasskey, ({ ctx, body, param }) => renamePasskey(ctx, param("id"), body));

serve(account, calls.removePasskey, ({ ctx, param }) => removePasskey(ctx, param("id")));

serve(account, calls.deleteAccount, async ({ ctx, body, c }) => {
  await deleteAccount(ctx, body);
  c.header("Set-Cookie", endedSessionCookie(c.get("edge").secure));
});

serve(account, calls.listSessions, ({ ctx }) => listSessions(ctx));

serve(account, calls.endOtherSessions, ({ ctx }) => endOtherSessions(ctx));

serve(account, calls.endSession, ({ ctx, param }) => endSession(ctx, param("id")));
