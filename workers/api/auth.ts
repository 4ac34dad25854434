import { Hono } from "hono";
import { calls } from "~/contract/calls";
import { fieldError } from "~/contract/errors";
import { inEnglish } from "~/contract/messages";
import { CODE_NEEDED } from "~/contract/texts";
import { confirmEmail } from "~/domain/accounts/confirm-email";
import { logIn } from "~/domain/accounts/log-in";
import { logInWithCode } from "~/domain/accounts/log-in-with-code";
import { logInWithPasskey } from "~/domain/accounts/log-in-with-passkey";
import { logOut } from "~/domain/accounts/log-out";
import type { OpenedSession } from "~/domain/accounts/new-session";
import type { LoggedIn } from "~/domain/accounts/open-session";
import { RESET_REQUESTED, requestPasswordReset } from "~/domain/accounts/request-password-reset";
import { resetPassword } from "~/domain/accounts/reset-password";
import { secureAccount } from "~/domain/accounts/secure-account";
import { newToken } from "~/domain/accounts/session-token";
import { signUp, signUpWithPasskey } from "~/domain/accounts/sign-up";
import { startPasskeySignUp } from "~/domain/accounts/start-passkey";
import { startPasskeyLogin } from "~/domain/accounts/start-passkey-login";
import {
  browserCookie,
  browserOf,
  endedSessionCookie,
  logInCookies,
  passkeyCookie,
  pendingLogInCookie,
  readPasskeyBrowser,
  readPendingLogIn,
} from "~/platform/cookies";
import type { AppContext, AppEnv } from "../context";
import { cachedCalls } from "./cached-calls";
import { serve } from "./call";

export const auth = new Hono<AppEnv>();

serve(auth, calls.me, cachedCalls.me.handle);

serve(auth, calls.logIn, async ({ ctx, body, c }) => {
  const { secure } = c.get("edge");
  const result = await logIn(ctx, body, browserOf(c.req.raw, secure));
  if ("pendingToken" in result) {
    c.header("Set-Cookie", pendingLogInCookie(result.pendingToken, secure));
    throw fieldError("unauthenticated", "code", CODE_NEEDED);
  }
  return loggedIn(c, result);
});

serve(auth, calls.logInWithCode, async ({ ctx, body, c }) => {
  const { secure } = c.get("edge");
  const token = readPendingLogIn(c.req.raw, secure) ?? "";
  const result = await logInWithCode(ctx, token, body, browserOf(c.req.raw, secure));
  c.header("Set-Cookie", pendingLogInCookie("", secure), { append: true });
  return loggedIn(c, result);
});

serve(auth, calls.startPasskeyLogin, async ({ ctx, c }) => startPasskeyLogin(ctx, passkeyBrowserOf(c)));

/** Returns the token to which challenges of the browser are bound, and renews its cookie. */
function passkeyBrowserOf(c: AppContext): string {
  const { secure } = c.get("edge");
  const token = readPasskeyBrowser(c.req.raw, secure) ?? newToken();
  c.header("Set-Cookie", passkeyCookie(token, secure), { append: true });
  return token;
}

serve(auth, calls.logInWithPasskey, async ({ ctx, body, c }) => {
  const { secure } = c.get("edge");
  const token = readPasskeyBrowser(c.req.raw, secure);
  return loggedIn(c, await logInWithPasskey(ctx, body, browserOf(c.req.raw, secure), token));
});

/** Returns the reply to a log-in and sets its cookies. */
function loggedIn(c: AppContext, { session, ...reply }: LoggedIn) {
  setLogInCookies(c, session);
  return { ...reply, message: "You have successfully logged in" };
}

serve(auth, calls.signUp, async ({ ctx, body, c }) =>
  signedUp(c, await signUp(ctx, body, browserOf(c.req.raw, c.get("edge").secure))),
);

serve(auth, calls.startPasskeySignUp, async ({ ctx, c }) => startPasskeySignUp(ctx, passkeyBrowserOf(c)));

serve(auth, calls.signUpWithPasskey, async ({ ctx, body, c }) => {
  const { secure } = c.get("edge");
  const token = readPasskeyBrowser(c.req.raw, secure);
  return signedUp(c, await signUpWithPasskey(ctx, body, browserOf(c.req.raw, secure), token));
});

/** Returns the reply to a sign-up and sets its cookies, unless the account waits for approval. */
function signedUp(c: AppContext, { session, user }: Awaited<ReturnType<typeof signUp>>) {
  if (!session) return { user, message: "Your account waits for approval. We will email you the answer." };
  setLogInCookies(c, session);
  return { user, message: "Please set up your profile" };
}

function setLogInCookies(c: AppContext, session: OpenedSession): void {
  for (const cookie of logInCookies(session, c.get("edge").secure)) {
    c.header("Set-Cookie", cookie, { append: true });
  }
}

serve(auth, calls.logOut, async ({ ctx, c }) => {
  await logOut(ctx);
  c.header("Set-Cookie", endedSessionCookie(c.get("edge").secure));
});

serve(auth, calls.requestPasswordReset, async ({ ctx, body, c }) => {
  requestPasswordReset(ctx, body, browserOf(c.req.raw, c.get("edge").secure));
  return { message: inEnglish(RESET_REQUESTED) };
});

serve(auth, calls.resetPassword, async ({ ctx, body, c }) => {
  const { secure } = c.get("edge");
  const browserTokens = await resetPassword(ctx, body, browserOf(c.req.raw, secure));
  c.header("Set-Cookie", browserCookie(browserTokens, secure), { append: true });
  c.header("Set-Cookie", endedSessionCookie(secure), { append: true });
  return { message: "Your password has been changed. Please log in." };
});

serve(auth, calls.confirmEmail, async ({ ctx, body }) => {
  const { isNew, resetToken } = await confirmEmail(ctx, body);
  const message = isNew ? "Your email has been changed." : "Your email is confirmed.";
  return resetToken === null ? { message } : { message: `${message} Please set a new password.`, resetToken };
});

serve(auth, calls.undoEmailChange, async ({ ctx, body, c }) => {
  const { resetToken } = await secureAccount(ctx, "email_undos", body);
  c.header("Set-Cookie", endedSessionCookie(c.get("edge").secure));
  return { message: "Your email has been restored. Please set a new password.", resetToken };
});

serve(auth, calls.secureAccount, async ({ ctx, body, c }) => {
  const { resetToken } = await secureAccount(ctx, "alert_links", body);
  c.header("Set-Cookie", endedSessionCookie(c.get("edge").secure));
  return { message: "Your account has been secured. Please set a new password.", resetToken };
});
