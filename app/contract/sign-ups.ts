import { msg } from "@lingui/core/runtime-macro";
import { SIGN_UP_TEXT_MAX } from "./account-limits";
import { ruleText } from "./messages";
import { note } from "./moderation";
import { cleanText } from "./visible-text";
import { z } from "./zod";

/**
 * The settings of sign-ups (docs/product.md#who-can-sign-up): for everybody, for people whom a moderator approves, for
 * people with an invitation, or for nobody.
 */
export const signUpModes = ["open", "approval", "invitation", "closed"] as const;
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

/** The form with which a moderator answers a person whose account waits for approval. */
export const waitingAnswer = z.object({ id: z.string(), action: z.enum(["approve", "decline"]), note });
export type WaitingAnswer = z.infer<typeof waitingAnswer>;

/** A person whose account waits for approval. */
export interface WaitingMember {
  id: string;
  fullName: string;
  /** Of their email address. */
  domain: string;
  reason: string;
  /** The beginning of the hash of their network, and the number of waiting people with the same one. */
  network: string;
  sameNetwork: number;
  since: string;
}
