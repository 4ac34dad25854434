import type { Page } from "playwright-core";

/** A screen in a state. */
export interface Screen {
  /** Not logged in, the demo member, a new member with a profile, or one without a profile. */
  as: "visitor" | "member" | "newcomer" | "unnamed";
  path: string;
  /** Runs on the page before the screenshot. */
  act?: (page: Page) => Promise<unknown>;
  /** URL pattern of requests that fail. */
  broken?: string;
  /** URL pattern of requests that never complete. */
  held?: string;
}

const press = (name: string | RegExp) => (page: Page) => page.getByRole("button", { name }).first().click();
const open = (name: string | RegExp) => async (page: Page) => {
  await press(name)(page);
  await page.locator("[role=dialog], [role=menu], [role=alertdialog]").first().waitFor();
};
/** Clicks one control after another; each click may open the next control. */
const pressAll =
  (...names: (string | RegExp)[]) =>
  async (page: Page) => {
    for (const name of names)
      await page
        .getByRole("button", { name })
        .or(page.getByRole("menuitem", { name }))
        .or(page.getByRole("link", { name }))
        .first()
        .click();
  };
const choose =
  (field: string | RegExp, ...then: string[]) =>
  async (page: Page) => {
    await page.getByLabel(field).setInputFiles("public/landing/photo.webp");
    await pressAll(...then)(page);
  };
const firstPost = async (page: Page) => {
  await page
    .getByRole("link", { name: /, view post$/ })
    .first()
    .click();
  await page.waitForURL("/post/*");
};

/** Every screen in every reachable state, by the name of its screenshots. */
export const screens: Record<string, Screen> = {
  landing: { as: "visitor", path: "/" },
  login: { as: "visitor", path: "/login" },
  signup: { as: "visitor", path: "/signup" },
  "signup-refused": { as: "visitor", path: "/signup", act: press("Sign up") },
  "forgot-password": { as: "visitor", path: "/forgot-password" },
  about: { as: "visitor", path: "/about" },
  terms: { as: "visitor", path: "/terms" },
  privacy: { as: "visitor", path: "/privacy" },
  "not-found": { as: "visitor", path: "/no/such/page" },
  feed: { as: "member", path: "/feed" },
  "feed-notifications": { as: "member", path: "/feed", act: open(/^Notifications/) },
  "feed-menu": { as: "member", path: "/feed", act: open("Your menu") },
  "feed-post-menu": { as: "member", path: "/feed", act: open("Post menu") },
  "feed-share": { as: "member", path: "/feed", act: open("Share") },
  "feed-empty": { as: "newcomer", path: "/feed" },
  "post-detail": { as: "member", path: "/feed", act: firstPost },
  "post-not-found": { as: "member", path: "/post/none" },
  tag: { as: "member", path: "/tag/bluehour" },
  profile: { as: "member", path: "/profile" },
  "profile-saved": {
    as: "member",
    path: "/profile",
    act: (page) => page.getByRole("tab", { name: "Saved" }).click(),
  },
  "profile-tagged": {
    as: "member",
    path: "/profile",
    act: (page) => page.getByRole("tab", { name: "Tagged" }).click(),
  },
  "profile-edit": { as: "member", path: "/profile", act: open("Edit Profile") },
  "profile-empty": { as: "newcomer", path: "/profile" },
  "profile-other": { as: "member", path: "/profile/kenji.w" },
  "profile-not-found": { as: "member", path: "/profile/nobody.here" },
  "search-start": { as: "member", path: "/search" },
  search: { as: "member", path: "/search?q=mi" },
  "search-posts": { as: "member", path: "/search?q=light" },
  "search-people": { as: "member", path: "/search?q=ma&show=people" },
  "search-nothing": { as: "member", path: "/search?q=zzzz" },
  chat: { as: "member", path: "/chat" },
  "chat-open": { as: "member", path: "/chat?user=amara_obi" },
  "chat-message-menu": {
    as: "member",
    path: "/chat?user=amara_obi",
    act: open("Message options"),
  },
  "chat-empty": { as: "newcomer", path: "/chat" },
  "chat-error": {
    as: "member",
    path: "/settings",
    broken: "**/api/chat/connections",
    act: pressAll("Chat"),
  },
  compose: { as: "member", path: "/post" },
  studio: { as: "member", path: "/ai" },
  settings: { as: "member", path: "/settings" },
  "settings-security": { as: "member", path: "/settings/security" },
  "settings-two-factor": { as: "member", path: "/settings/security", act: press("Set up") },
  "settings-notifications": { as: "member", path: "/settings/notifications" },
  "settings-confirm": { as: "member", path: "/settings/confirm?for=/settings/security" },
  "settings-profile": { as: "member", path: "/settings/profile" },
  "settings-email": { as: "member", path: "/settings/email" },
  "settings-sessions": { as: "member", path: "/settings/sessions" },
  "settings-invitations": { as: "member", path: "/settings/invitations" },
  "settings-delete": { as: "member", path: "/settings/delete" },
  "settings-quiet-hours": { as: "member", path: "/settings/quiet-hours" },
  "settings-privacy": { as: "member", path: "/settings/privacy" },
  "settings-photos": { as: "member", path: "/settings/photos" },
  "settings-appearance": { as: "member", path: "/settings/appearance" },
  "settings-blocked": { as: "member", path: "/settings/blocked" },
  "settings-reports": { as: "member", path: "/settings/reports" },
  "settings-data": { as: "member", path: "/settings/data" },
  "settings-about": { as: "member", path: "/settings/about" },
  offline: { as: "visitor", path: "/offline" },
  "reset-password": { as: "visitor", path: "/reset-password?token=none" },
  "confirm-email": { as: "visitor", path: "/confirm-email?token=none" },
  "undo-email": { as: "visitor", path: "/undo-email?token=none" },
  "secure-account": { as: "visitor", path: "/secure-account?token=none" },
  "profile-setup": { as: "unnamed", path: "/profile-setup" },
  "feed-foot": {
    as: "member",
    path: "/feed",
    act: (page) => page.keyboard.press("j").then(() => page.keyboard.press("j")),
  },
  "feed-keys": { as: "member", path: "/feed", act: (page) => page.keyboard.press("?") },
  "feed-loading": { as: "member", path: "/settings", held: "**/feed.data*", act: pressAll("Feed") },
  "feed-error": { as: "member", path: "/settings", broken: "**/feed.data*", act: pressAll("Feed") },
  "feed-like-refused": { as: "member", path: "/feed", broken: "**/like", act: press(/^Like/) },
  "post-edit": { as: "member", path: "/profile", act: pressAll(/likes/, "Post menu", "Edit post") },
  "post-delete": { as: "member", path: "/profile", act: pressAll(/likes/, "Post menu", "Delete post") },
  "notifications-empty": { as: "newcomer", path: "/feed", act: open(/^Notifications/) },
  "notifications-loading": {
    as: "member",
    path: "/feed",
    held: "**/api/notifications/groups*",
    act: press(/^Notifications/),
  },
  "notifications-error": {
    as: "member",
    path: "/feed",
    broken: "**/api/notifications/groups*",
    act: press(/^Notifications/),
  },
  "profile-block": { as: "member", path: "/profile/kenji.w", act: pressAll(/^More about/, "Block") },
  "profile-report": { as: "member", path: "/profile/kenji.w", act: pressAll(/^More about/, "Report") },
  "search-box": {
    as: "member",
    path: "/profile",
    act: (page) => page.getByRole("combobox").or(page.getByRole("searchbox")).first().fill("ma"),
  },
  "chat-loading": {
    as: "member",
    path: "/settings",
    held: "**/api/chat/connections",
    act: pressAll("Chat"),
  },
  "tag-empty": { as: "member", path: "/tag/nothing" },
  "compose-photo": { as: "member", path: "/post", act: choose("Image", "Crop") },
  "compose-refused": { as: "member", path: "/post", act: press("Share") },
  "studio-result": {
    as: "member",
    path: "/ai",
    act: async (page) => {
      await page.getByLabel("Describe your image").fill("A lighthouse over a calm sea at dusk");
      await press("Generate Image")(page);
      await page.getByRole("button", { name: "Use in Post" }).first().waitFor();
    },
  },
  "studio-edit": {
    as: "member",
    path: "/ai",
    act: async (page) => {
      await choose("Upload an image to edit")(page);
      await page.getByLabel("Describe the changes").fill("Warmer, with a soft vignette");
      await press("Apply Edit")(page);
      await page.getByRole("slider").waitFor();
      await page.getByRole("slider").scrollIntoViewIfNeeded();
    },
  },
  "studio-working": {
    as: "member",
    path: "/ai",
    held: "**/api/ai/generate",
    act: async (page) => {
      await page.getByLabel("Describe your image").fill("A lighthouse over a calm sea at dusk");
      await press("Generate Image")(page);
    },
  },
  "studio-styles": {
    as: "member",
    path: "/ai",
    act: async (page) => {
      await press("View More Styles")(page);
      await page.getByRole("button", { name: "Show Less Styles" }).scrollIntoViewIfNeeded();
    },
  },
};
