import type { MessageDescriptor } from "@lingui/core";
// Browser tests read the table uncompiled.
import { msg } from "@lingui/core/runtime-macro";
import type { TitleHandle } from "~/ui/page-title";

/** The pages of the settings in the order of their rows, each with a line about its content. */
export const settingsPages = {
  account: { title: msg`Account`, line: msg`Profile, email, password and devices` },
  security: { title: msg`Security`, line: msg`Passkeys and two-factor authentication` },
  notifications: { title: msg`Notifications`, line: msg`In the app, by push and by email` },
  privacy: { title: msg`Privacy`, line: msg`Who can see you, and who can comment` },
  photos: { title: msg`Photos and feed`, line: msg`Sensitive photos, AI posts and originals` },
  appearance: { title: msg`Appearance`, line: msg`Language, and light or dark` },
  blocked: { title: msg`Blocked and muted`, line: msg`People and words you don't want to see` },
  data: { title: msg`Your data`, line: msg`Download it, or bring in photos` },
  about: { title: msg`About`, line: msg`The app, terms and privacy policy` },
} satisfies Record<string, { title: MessageDescriptor; line: MessageDescriptor }>;

export type PageName = keyof typeof settingsPages;

interface Option {
  page: PageName;
  label: MessageDescriptor;
  /** Its own address; without one it is a part of its page, with its name as the anchor. */
  path?: string;
}

/** Every option of the settings (docs/product.md#settings), with the headings and labels for pages and search. */
export const settingsOptions = {
  profile: { page: "account", label: msg`Profile`, path: "/settings/profile" },
  email: { page: "account", label: msg`Email`, path: "/settings/email" },
  password: { page: "account", label: msg`Password`, path: "/settings/password" },
  sessions: { page: "account", label: msg`Sessions`, path: "/settings/sessions" },
  invitations: { page: "account", label: msg`Invitations`, path: "/settings/invitations" },
  delete: { page: "account", label: msg`Delete account`, path: "/settings/delete" },
  passkeys: { page: "security", label: msg`Passkeys` },
  "two-factor": { page: "security", label: msg`Two-factor authentication` },
  kinds: { page: "notifications", label: msg`What you are notified of` },
  "from-connections": {
    page: "notifications",
    label: msg`Likes, comments, mentions and shares only from my connections`,
  },
  digest: { page: "notifications", label: msg`Email summary` },
  push: { page: "notifications", label: msg`Push notifications` },
  "quiet-hours": { page: "notifications", label: msg`Quiet hours`, path: "/settings/quiet-hours" },
  exceptions: { page: "notifications", label: msg`Exceptions` },
  presence: { page: "privacy", label: msg`Hide my online status` },
  typing: { page: "privacy", label: msg`Show when I am typing` },
  "read-marks": { page: "privacy", label: msg`Show when I have read messages` },
  discovery: { page: "privacy", label: msg`Keep me out of Explore and suggestions` },
  commenters: { page: "privacy", label: msg`Who can comment` },
  "ai-posts": { page: "photos", label: msg`Hide posts made with AI` },
  "sensitive-photos": { page: "photos", label: msg`Sensitive photos` },
  originals: { page: "photos", label: msg`Keep originals` },
  theme: { page: "appearance", label: msg`Theme` },
  language: { page: "appearance", label: msg`Language` },
  "muted-words": { page: "blocked", label: msg`Muted words` },
  "muted-members": { page: "blocked", label: msg`Muted members` },
  "blocked-members": { page: "blocked", label: msg`Blocked members` },
  reports: { page: "blocked", label: msg`Your reports`, path: "/settings/reports" },
  decisions: { page: "blocked", label: msg`Decisions of moderators`, path: "/settings/reports#decisions" },
  export: { page: "data", label: msg`Export my data` },
  import: { page: "data", label: msg`Import photos`, path: "/settings/import" },
  app: { page: "about", label: msg`App` },
  terms: { page: "about", label: msg`Terms`, path: "/terms" },
  "privacy-policy": { page: "about", label: msg`Privacy policy`, path: "/privacy" },
} satisfies Record<string, Option>;

export type OptionName = keyof typeof settingsOptions;

/** Returns the address of an option. */
export function pathOf(name: OptionName): string {
  const { page, path }: Option = settingsOptions[name];
  return path ?? `/settings/${page}#${name}`;
}

/** Returns the title of a page, or of the page of an option. */
export function titleOf(name: PageName | OptionName): MessageDescriptor {
  return isPage(name) ? settingsPages[name].title : settingsOptions[name].label;
}

export const isPage = (name: PageName | OptionName): name is PageName => Object.hasOwn(settingsPages, name);

/** Returns a settings page's route handle. "Settings" tells its title from other pages' "Notifications", "Privacy". */
export const handleOf = (name: PageName | OptionName): TitleHandle => ({
  title: [titleOf(name), msg`Settings`],
});

/** The sections of the former single page, by their anchors. */
export const formerAnchors: Record<string, string> = {
  "#email": pathOf("email"),
  "#password": pathOf("password"),
  "#your-data": "/settings/data",
  "#reports": pathOf("reports"),
  "#decisions": pathOf("decisions"),
};
