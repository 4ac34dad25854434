import { msg } from "@lingui/core/runtime-macro";
import { SIGN_UP_TEXT_MAX } from "./account-limits";
import { ruleText } from "./messages";
import { note } from "./moderation";
import { cleanText } from "./visible-text";
import { z } from "./zod";

/** The settings of sign-ups (docs/product.md#who-can-sign-up): for everybody, for people with an invitation, or for nobody. */
export const signUpModes = ["open", "invitation", "closed"] as const;
export type SignUpMode = (typeof signUpModes)[number];

/** The form with which an admin says who can sign up. */
export const signUpSettings = z.object({
  mode: z.enum(signUpModes, { error: ruleText(msg`Please choose who can sign up.`) }),
  /** Plain text for visitors; empty for none. */
  text: z
    .string()
    .overwrite(cleanText)
    .trim()
    .max(SIGN_UP_TEXT_MAX, {
      error: ruleText(msg`The text must not be longer than ${{ max: SIGN_UP_TEXT_MAX }} characters.`),
    })
    .default(""),
  note,
});
export type SignUpSettings = z.infer<typeof signUpSettings>;

/** The settings of the site for visitors and for the desk. */
export type SignUpView = Pick<SignUpSettings, "mode" | "text">;
