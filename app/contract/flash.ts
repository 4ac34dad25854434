import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/runtime-macro";

/** The texts of a toast. */
export interface FlashTexts {
  title: MessageDescriptor;
  text?: MessageDescriptor;
}

/** The toasts that can be shown after a redirect. The action sets a cookie, and the next page shows the toast once. */
export const flashes = {
  "logged-in": { title: msg`Welcome back!`, text: msg`You have successfully logged in` },
  "account-created": { title: msg`Account created`, text: msg`Please set up your profile` },
  "logged-out": { title: msg`Logged out` },
  "profile-created": { title: msg`Profile created`, text: msg`Your profile has been successfully set up` },
  "post-created": { title: msg`Post created` },
  "password-reset": { title: msg`Password changed`, text: msg`Please log in with your new password` },
  "password-changed": { title: msg`Password changed`, text: msg`Your other sessions have ended` },
  "email-changed": { title: msg`Email changed`, text: msg`Your other sessions have ended` },
  "email-confirmed": { title: msg`Email confirmed` },
  "email-link-sent": { title: msg`Email sent`, text: msg`Use its code or its link to confirm your email` },
  "email-change-cancelled": { title: msg`Change cancelled` },
  "email-proved": { title: msg`Email confirmed`, text: msg`Please set a new password` },
  "email-restored": { title: msg`Email restored`, text: msg`Please set a new password` },
  "account-secured": { title: msg`Account secured`, text: msg`Please set a new password` },
  "passkey-added": { title: msg`Passkey added` },
  "passkey-renamed": { title: msg`Passkey renamed` },
  "passkey-removed": { title: msg`Passkey removed` },
  "two-factor-off": { title: msg`Two-factor authentication is off` },
  "session-ended": { title: msg`Session ended` },
  "sessions-ended": { title: msg`Other sessions ended` },
  "invitation-revoked": { title: msg`Invitation revoked` },
  "connection-accepted": { title: msg`Connection accepted` },
  "connection-rejected": { title: msg`Connection rejected` },
  "settings-saved": { title: msg`Settings saved` },
  "decision-stored": { title: msg`Decision stored` },
  "member-created": { title: msg`Account created`, text: msg`They get a link to set a password.` },
  "decision-undone": { title: msg`Decision undone` },
  "appeal-sent": { title: msg`Appeal sent`, text: msg`Another moderator will review it` },
  unblocked: { title: msg`Member unblocked` },
  unmuted: { title: msg`Member unmuted` },
  "account-deleted": { title: msg`Account deleted`, text: msg`Your data has been deleted` },
} satisfies Record<string, FlashTexts>;

export type Flash = keyof typeof flashes;
