import { parseWithZod } from "@conform-to/zod/v4";
import { i18n } from "@lingui/core";
import type { z } from "zod";
import {
  accountDeletion,
  emailChange,
  emailCode,
  linkToken,
  loginInput,
  passwordChange,
  passwordReset,
  profileSetupForm,
  resetRequest,
  signupForm,
} from "~/contract/accounts";
import { invitationInput } from "~/contract/invitations";
import { rulesIn } from "~/contract/messages";
import { ownSuspensionAppeal, suspensionAppeal } from "~/contract/moderation";
import { mutedWordInput } from "~/contract/mutes";
import { notificationExceptionForm } from "~/contract/notification-settings";
import { passkeyName, passkeyNameForm, passkeyProof } from "~/contract/passkeys";
import { quietHours } from "~/contract/push";
import { codeInput, typedProof } from "~/contract/security";
import type { FormCheck } from "~/ui/use-checked-form";

/** The schemas of the account pages' forms. Those of the settings have the names of their intents. */
const schemas = {
  appeal: suspensionAppeal,
  "forgot-password": resetRequest,
  login: loginInput,
  "login-code": codeInput,
  "mailed-link": linkToken,
  "own-appeal": ownSuspensionAppeal,
  "profile-setup": profileSetupForm,
  "reset-password": passwordReset,
  signup: signupForm,
  "signup-with-passkey": signupForm.partial({ password: true }),

  delete: accountDeletion,
  email: emailChange,
  "email-code": emailCode,
  exception: notificationExceptionForm,
  invite: invitationInput,
  "mute-word": mutedWordInput,
  passkey: passkeyProof,
  "passkey-add": passkeyName,
  "passkey-rename": passkeyNameForm,
  password: passwordChange,
  "quiet-hours": quietHours,
  "recovery-codes": codeInput,
  "totp-confirm": codeInput,
  typed: typedProof,
};

type Schemas = typeof schemas;
export type AccountFormName = keyof Schemas;

/** The fields of a form as they are typed. */
export type AccountFields<Name extends AccountFormName> = z.input<Schemas[Name]>;

/** Returns the check of a form: the server's schema. */
export function checkOf<Name extends AccountFormName>(name: Name): FormCheck<AccountFields<Name>> {
  const schema: Schemas[Name] = schemas[name];
  return (form) => parseWithZod(form, { schema, formatError: rulesIn(i18n) });
}
