/**
 * The paths of app/routes.ts, which the edge does not load. The edge registers them, so that a page is logged by its
 * pattern. A test compares both lists.
 */
export const pagePaths = [
  "/ /login /login/code /signup /forgot-password /reset-password /confirm-email /undo-email /secure-account /unsubscribe /logout /language /announcement /profile-setup",
  "/feed /chat /post /post/:id /post/:id/likes /tag/:tag /explore /collections/:collectionId",
  "/profile /profile/:username /profile/:username/connected /profile/:username/connecting /requests /notifications /ai /search",
  "/settings /settings/account /settings/profile /settings/email /settings/password /settings/sessions /settings/invitations /settings/delete",
  "/settings/security /settings/confirm /settings/notifications /settings/quiet-hours /settings/privacy /settings/photos",
  "/settings/appearance /settings/blocked /settings/reports /settings/data /settings/export /settings/import /settings/about",
  "/moderation /moderation/sign-ups /moderation/members /moderation/members/:id /moderation/log /moderation/site /moderation/site/health /moderation/site/:kind /moderation/dashboard /moderation/dashboard/counters.csv /moderation/reports/:id /moderation/reports/:id/photo /moderation/decisions/:id",
  "/appeal /about /terms /privacy /offline",
].flatMap((line) => line.split(" "));

/** Returns the patterns of a page: its document, and its data, which React Router fetches at the path with `.data`. */
export function patternsOf(path: string): string[] {
  // A parameter at the end of the path matches the suffix too.
  return /(^\/|:\w+)$/.test(path) ? [path] : [path, `${path}.data`];
}
