import {
  accountDeletion,
  emailChange,
  emailCode,
  emailView,
  passwordChange,
  profileSetupInput,
  sessionView,
} from "../accounts";
import { newPasskeyOptions, passkeyInput, passkeyName, passkeyView } from "../passkeys";
import { codeInput, identityProof, recoveryCodes, securityView, totpSetup } from "../security";
import { z } from "../zod";
import type { Call } from "./call";
import { withMessage } from "./message";

/** The calls of the own account. */
export const accountCalls = {
  changePassword: {
    method: "POST",
    path: "/api/account/password",
    summary: "Change the password, and end the member's other sessions",
    body: passwordChange,
  },
  readEmail: {
    method: "GET",
    path: "/api/account/email",
    summary:
      "Return the member's email address, whether it is confirmed, and the new one that waits for its confirmation",
    reply: emailView,
  },
  changeEmail: {
    method: "POST",
    path: "/api/account/email",
    summary: "Send a link to a new email address. The address changes when the link is used",
    body: emailChange,
    errors: ["conflict"],
  },
  cancelEmailChange: {
    method: "DELETE",
    path: "/api/account/email",
    summary: "Void the links to a new email address that were not used yet. Idempotent",
  },
  resendEmailLink: {
    method: "POST",
    path: "/api/account/email/resend",
    summary: "Send another link and code to the email address that waits for its confirmation",
    errors: ["not_found", "conflict"],
  },
  confirmEmailByCode: {
    method: "POST",
    path: "/api/account/email/code",
    summary:
      "Confirm the member's email address, or change it to the new one, with the code of the mail sent to it",
    body: emailCode,
    errors: ["conflict"],
  },
  confirmIdentity: {
    method: "POST",
    path: "/api/account/identity",
    summary:
      "Prove the member's identity with the password, and a code if the account has two-factor authentication, or with a passkey. For ten minutes it permits the calls that are 403 without it. The reply sets the session's new cookie",
    body: identityProof,
  },
  readSecurity: {
    method: "GET",
    path: "/api/account/security",
    summary: "Return how the member logs in. Needs a recent proof of identity",
    reply: securityView,
  },
  startTotp: {
    method: "POST",
    path: "/api/account/totp",
    summary: "Return a new key for an authenticator app. Needs a recent proof of identity",
    reply: totpSetup,
    errors: ["conflict"],
  },
  confirmTotp: {
    method: "POST",
    path: "/api/account/totp/confirm",
    summary: "Turn two-factor authentication on with a code of the key. Needs a recent proof of identity",
    body: codeInput,
    reply: recoveryCodes,
    errors: ["conflict", "not_found"],
  },
  endTotp: {
    method: "DELETE",
    path: "/api/account/totp",
    summary: "Turn two-factor authentication off. Idempotent. Needs a recent proof of identity",
  },
  renewRecoveryCodes: {
    method: "POST",
    path: "/api/account/recovery-codes",
    summary: "Replace the recovery codes. Needs a code and a recent proof of identity",
    body: codeInput,
    reply: recoveryCodes,
  },
  startPasskey: {
    method: "GET",
    path: "/api/account/passkeys/options",
    summary: "Return the request for a new passkey, for the browser. Needs a recent proof of identity",
    reply: newPasskeyOptions,
    errors: ["conflict"],
  },
  addPasskey: {
    method: "POST",
    path: "/api/account/passkeys",
    summary: "Store a passkey that the browser has made. Needs a recent proof of identity",
    body: passkeyInput,
    status: 201,
    reply: passkeyView,
  },
  renamePasskey: {
    method: "PATCH",
    path: "/api/account/passkeys/{id}",
    summary: "Rename a passkey. Needs a recent proof of identity",
    body: passkeyName,
    errors: ["not_found"],
  },
  removePasskey: {
    method: "DELETE",
    path: "/api/account/passkeys/{id}",
    summary: "Remove a passkey. Needs a recent proof of identity",
    errors: ["not_found"],
  },
  deleteAccount: {
    method: "DELETE",
    path: "/api/account",
    summary: "Delete the account and everything it owns. `confirmation` is the member's username",
    body: accountDeletion,
  },
  listSessions: {
    method: "GET",
    path: "/api/account/sessions",
    summary: "List the member's sessions, the current one first",
    reply: z.array(sessionView),
  },
  endOtherSessions: {
    method: "DELETE",
    path: "/api/account/sessions",
    summary: "End all of the member's sessions except the current one",
  },
  endSession: {
    method: "DELETE",
    path: "/api/account/sessions/{id}",
    summary: "End one of the member's sessions",
    errors: ["not_found"],
  },
  setUpProfile: {
    method: "POST",
    path: "/api/users/profile-setup",
    summary:
      "Finish profile setup, or edit the profile. A missing field is not changed; `profileImage: null` removes the photo",
    body: profileSetupInput,
    hasFile: true,
    reply: withMessage,
    errors: ["conflict", "too_large", "unsupported_media"],
  },
} as const satisfies Record<string, Call>;
