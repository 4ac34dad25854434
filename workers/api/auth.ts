import { Hono } from "hono";
import { calls } from "~/contract/calls";
import { confirmEmail } from "~/domain/accounts/confirm-email";
import { logIn } from "~/domain/accounts/log-in";
import { logOut } from "~/domain/accounts/log-out";
import { RESET_REQUESTED, requestPasswordReset } from "~/domain/accounts/request-password-reset";
import { resetPassword } from "~/domain/accounts/reset-password";
import { signUp } from "~/domain/accounts/sign-up";
import { undoEmailChange } from "~/domain/accounts/undo-email-change";
import { endedSessionCookie, sessionCookie } from "~/platform/cookies";
import type { AppEnv } from "../context";
import { serve } from "./call";
import { heldCalls } from "./held-calls";

export const auth = new Hono<AppEnv>();

serve(auth, calls.me, heldCalls.me.handle);

serve(auth, calls.logIn, async ({ ctx, body, c }) => {
  const { session, ...reply } = await logIn(ctx, body, c.req.header("User-Agent") ?? "");
  c.header("Set-Cookie", sessionCookie(session, c.get("edge").secure));
  return { ...reply, message: "You have successfully logged in" };
});

serve(auth, calls.signUp, async ({ ctx, body, c }) => {
  const { session, user } = await signUp(ctx, body, c.req.header("User-Agent") ?? "");
  c.header("Set-Cookie", sessionCookie(session, c.get("edge").secure));
  return { user, message: "Please set up your profile" };
});

serve(auth, calls.logOut, async ({ ctx, c }) => {
  await logOut(ctx);
  c.header("Set-Cookie", endedSessionCookie(c.get("edge").secure));
  return undefined;
});

serve(auth, calls.requestPasswordReset, async ({ ctx, body }) => {
  await requestPasswordReset(ctx, body);
  return { message: RESET_REQUESTED };
});

serve(auth, calls.resetPassword, async ({ ctx, body, c }) => {
  await resetPassword(ctx, body);
  c.header("Set-Cookie", endedSessionCookie(c.get("edge").secure));
  return { message: "Your password has been changed. Please log in." };
});

serve(auth, calls.confirmEmail, async ({ ctx, body }) => {
  const { isNew } = await confirmEmail(ctx, body);
  return { message: isNew ? "Your email has been changed." : "Your email is confirmed." };
});

serve(auth, calls.undoEmailChange, async ({ ctx, body, c }) => {
  const { resetToken } = await undoEmailChange(ctx, body);
  c.header("Set-Cookie", endedSessionCookie(c.get("edge").secure));
  return { message: "Your email has been restored. Please set a new password.", resetToken };
});
