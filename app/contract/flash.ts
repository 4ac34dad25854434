/** The toasts that can be shown after a redirect. The action sets a cookie, and the next page shows the toast once. */
export const flashes = {
  "logged-in": { title: "Welcome back!", text: "You have successfully logged in" },
  "account-created": { title: "Account created", text: "Please set up your profile" },
  "logged-out": { title: "Logged out" },
  "profile-created": { title: "Profile created", text: "Your profile has been successfully set up" },
  "post-created": { title: "Post created" },
  "password-reset": { title: "Password changed", text: "Please log in with your new password" },
  "password-changed": { title: "Password changed", text: "Your other sessions have ended" },
  "email-changed": { title: "Email changed", text: "Your other sessions have ended" },
  "email-confirmed": { title: "Email confirmed" },
  "email-link-sent": { title: "Mail sent", text: "Use its code or its link to confirm your email" },
  "email-change-cancelled": { title: "Change cancelled" },
  "email-restored": { title: "Email restored", text: "Please set a new password" },
  "account-secured": { title: "Account secured", text: "Please set a new password" },
  "passkey-added": { title: "Passkey added" },
  "passkey-renamed": { title: "Passkey renamed" },
  "passkey-removed": { title: "Passkey removed" },
  "two-factor-off": { title: "Two-factor authentication is off" },
  "session-ended": { title: "Session ended" },
  "sessions-ended": { title: "Other sessions ended" },
  "settings-saved": { title: "Settings saved" },
  "decision-stored": { title: "Decision stored" },
  "appeal-sent": { title: "Appeal sent", text: "Another moderator will review it" },
  unblocked: { title: "Member unblocked" },
  unmuted: { title: "Member unmuted" },
  "account-deleted": { title: "Account deleted", text: "Your data has been deleted" },
} satisfies Record<string, { title: string; text?: string }>;

export type Flash = keyof typeof flashes;

/** Scripts can read it: it holds only the name of a toast and a path. */
export const FLASH_COOKIE = "afterglow-flash";

/** Returns the value of the cookie: the toast, and the page that shows it, so that the page being left does not show it. */
export function flashValue(flash: Flash, path: string): string {
  return `${flash}@${path}`;
}

/** Returns the toast of a cookie value for the page at `path`; null when it is for another page or unknown. */
export function flashFor(path: string, value: string): Flash | null {
  // The keys of a const object are those of its type.
  const names = Object.keys(flashes) as Flash[];
  return names.find((name) => encodeURIComponent(flashValue(name, path)) === value) ?? null;
}
