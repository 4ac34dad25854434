/** Usernames that suggest the operator or are paths of the site. A test compares the paths with the routes. */
const reserved = new Set(
  [
    "about abuse account accounts admin administrator admins afterglow billing bot contact everyone feedback help helpdesk hostmaster info",
    "legal mail me mod moderation moderator moderators mods news noreply null office official operator owner postmaster root security",
    "service staff status support system team trust undefined webmaster www",
    "ai announcement api appeal appeals apple-touch-icon.png assets chat collections confirm-email design explore favicon favicon.ico feed forgot-password healthz images language login logout",
    "_headers favicon.svg icons landing manifest manifest.webmanifest styles sw.js media notifications offline post privacy profile profile-setup requests reset-password robots robots.txt search settings share signup site tag terms undo-email unsubscribe ws",
  ].flatMap((line) => line.split(" ")),
);

/**
 * Returns whether nobody can take a username, in any case and with any dots and underscores: names of the operator and
 * of the site, and those that end in ".data", because React Router serves such paths as page data.
 */
export function isReservedUsername(username: string): boolean {
  const name = username.toLowerCase();
  return name.endsWith(".data") || reserved.has(name) || reserved.has(name.replace(/[._]/g, ""));
}
