/** A toast that is to be shown after a redirect. The action leaves its name in a cookie, the next page shows it once. */
export const flashes = {
  "logged-in": { title: "Welcome back!", text: "You have successfully logged in" },
  "account-created": { title: "Account created", text: "Please set up your profile" },
  "logged-out": { title: "Logged out" },
  "profile-created": { title: "Profile created", text: "Your profile has been successfully set up" },
  "post-created": { title: "Post created" },
  "password-reset": { title: "Password changed", text: "Please log in with it" },
  "password-changed": { title: "Password changed", text: "Your other sessions have ended" },
  "email-changed": { title: "Email changed", text: "Your other sessions have ended" },
  "session-ended": { title: "Session ended" },
  "sessions-ended": { title: "Other sessions ended" },
  "settings-saved": { title: "Settings saved" },
  unblocked: { title: "Member unblocked" },
  "account-deleted": { title: "Account deleted", text: "Everything you had here is gone" },
} satisfies Record<string, { title: string; text?: string }>;

export type Flash = keyof typeof flashes;

/** Readable by scripts on purpose: it names a text of ours and nothing else. */
export const FLASH_COOKIE = "afterglow-flash";

/** What the cookie says: which toast, and on which page, so that one still being left does not take it. */
export function flashValue(flash: Flash, path: string): string {
  return `${flash}@${path}`;
}

/** The toast a cookie's value, as the browser shows it, leaves for the page at `path`, if it does. */
export function flashFor(path: string, value: string): Flash | null {
  // The keys of a constant.
  const names = Object.keys(flashes) as Flash[];
  return names.find((name) => encodeURIComponent(flashValue(name, path)) === value) ?? null;
}
