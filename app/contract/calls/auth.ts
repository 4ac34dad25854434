import { linkToken, loginInput, passwordReset, resetRequest, sessionUser, signupInput } from "../accounts";
import { newPasskeyOptions, passkeyLogin, passkeyOptions, passkeySignup } from "../passkeys";
import { codeInput } from "../security";
import { z } from "../zod";
import type { Call } from "./call";
import { message, withMessage } from "./message";

/** The calls of /api/auth: sessions, sign-up, and the links of mails. */
export const authCalls = {
  me: {
    method: "GET",
    path: "/api/auth/me",
    summary: "Return the signed-in member",
    reply: z.object({ user: sessionUser }),
  },
  logIn: {
    method: "POST",
    path: "/api/auth/login",
    summary: "Open a session with email and password",
    access: "public",
    limit: "loginAddress",
    body: loginInput,
    reply: withMessage.extend({ isNewUser: z.boolean() }),
    errors: ["unauthenticated", "rate_limited"],
  },
  logInWithCode: {
    method: "POST",
    path: "/api/auth/login/code",
    summary:
      "Open a session with a code, after a log-in that was answered with 401 and an error at `code`, which set a cookie",
    access: "public",
    limit: "loginAddress",
    body: codeInput,
    reply: withMessage.extend({ isNewUser: z.boolean() }),
    errors: ["unauthenticated", "rate_limited"],
  },
  startPasskeyLogin: {
    method: "GET",
    path: "/api/auth/passkey/options",
    summary: "Return a challenge for a passkey, to log in or to prove the identity",
    access: "public",
    reply: passkeyOptions,
  },
  logInWithPasskey: {
    method: "POST",
    path: "/api/auth/passkey",
    summary: "Open a session with a passkey that has signed a challenge",
    access: "public",
    limit: "loginAddress",
    body: passkeyLogin,
    reply: withMessage.extend({ isNewUser: z.boolean() }),
    errors: ["unauthenticated", "rate_limited"],
  },
  signUp: {
    method: "POST",
    path: "/api/auth/signup",
    summary: "Create an account and open a session, unless a moderator has to approve the account",
    access: "public",
    limit: "signup",
    body: signupInput,
    status: 201,
    reply: withMessage,
    errors: ["conflict", "rate_limited"],
  },
  startPasskeySignUp: {
    method: "GET",
    path: "/api/auth/signup/passkey/options",
    summary:
      "Return the request for the passkey of a sign-up, for the browser, which adds the names of the member",
    access: "public",
    reply: newPasskeyOptions,
  },
  signUpWithPasskey: {
    method: "POST",
    path: "/api/auth/signup/passkey",
    summary:
      "Create an account with a passkey in place of a password, and open a session, unless a moderator has to approve the account",
    access: "public",
    limit: "signup",
    body: passkeySignup,
    status: 201,
    reply: withMessage,
    errors: ["conflict", "rate_limited"],
  },
  logOut: {
    method: "POST",
    path: "/api/auth/logout",
    summary: "End the session",
    access: "public",
  },
  requestPasswordReset: {
    method: "POST",
    path: "/api/auth/forgot-password",
    summary: "Send a link to set a new password. The reply does not reveal whether the account exists",
    access: "public",
    limit: "reset",
    body: resetRequest,
    reply: message,
    errors: ["rate_limited"],
  },
  resetPassword: {
    method: "POST",
    path: "/api/auth/reset-password",
    summary: "Set a new password with the token of a reset link, and end all sessions",
    access: "public",
    limit: "loginAddress",
    body: passwordReset,
    reply: message,
    errors: ["rate_limited"],
  },
  confirmEmail: {
    method: "POST",
    path: "/api/auth/confirm-email",
    summary:
      "Confirm the email address with the token of the link sent to it. A new address becomes the member's, and their other sessions end. Without a session of an account that was never confirmed, everything that logs in to it ends, and `resetToken` sets a new password",
    access: "public",
    limit: "loginAddress",
    body: linkToken,
    reply: message.extend({ resetToken: z.string().optional() }),
    errors: ["conflict", "rate_limited"],
  },
  undoEmailChange: {
    method: "POST",
    path: "/api/auth/undo-email",
    summary:
      "Restore the former email address with the token of the link sent to it, and end all sessions. `resetToken` sets a new password",
    access: "public",
    limit: "loginAddress",
    body: linkToken,
    reply: message.extend({ resetToken: z.string() }),
    errors: ["conflict", "rate_limited"],
  },
  secureAccount: {
    method: "POST",
    path: "/api/auth/secure-account",
    summary:
      "Lock everybody out of an account with the token of a security alert's link. `resetToken` sets a new password",
    access: "public",
    limit: "loginAddress",
    body: linkToken,
    reply: message.extend({ resetToken: z.string() }),
    errors: ["rate_limited"],
  },
} as const satisfies Record<string, Call>;
