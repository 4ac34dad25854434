import { msg } from "@lingui/core/macro";
import type { TitleHandle } from "~/ui/page-title";
/** The pages of the settings in the order of their rows, each with a line about its content. */
export const settingsPages = {
  account: { title: "Account", line: "Profile, email, password and devices" },
  security: { title: "Security", line: "Passkeys and two-factor authentication" },
  notifications: { title: "Notifications", line: "In the app, by push and by email" },
  privacy: { title: "Privacy", line: "Who can see you, and who can comment" },
  photos: { title: "Photos and feed", line: "Sensitive photos, AI posts and originals" },
  appearance: { title: "Appearance", line: "Light, dark or as your system" },
  blocked: { title: "Blocked and muted", line: "People and words you don't want to see" },
  data: { title: "Your data", line: "Download it, or bring in photos" },
  about: { title: "About", line: "The app, terms and privacy policy" },
} satisfies Record<string, { title: string; line: string }>;

export type PageName = keyof typeof settingsPages;

interface Option {
  page: PageName;
  label: string;
  /** Other words that the search finds it by. */
  words: string;
  /** Its own address; without one it is a part of its page, with its name as the anchor. */
  path?: string;
}

/** Every option of the settings (docs/product.md#settings). Pages take their headings and labels from here, the search all of it. */
export const settingsOptions = {
  profile: {
    page: "account",
    label: "Profile",
    words: "full name username handle bio photo picture avatar rename",
    path: "/settings/profile",
  },
  email: {
    page: "account",
    label: "Email",
    words: "mail address change confirm verify code",
    path: "/settings/email",
  },
  password: {
    page: "account",
    label: "Password",
    words: "change set passcode log in",
    path: "/settings/password",
  },
  sessions: {
    page: "account",
    label: "Sessions",
    words: "devices browsers logged in log out everywhere end",
    path: "/settings/sessions",
  },
  delete: {
    page: "account",
    label: "Delete account",
    words: "close remove erase deactivate leave",
    path: "/settings/delete",
  },
  passkeys: {
    page: "security",
    label: "Passkeys",
    words: "fingerprint face pin touch id security key log in",
  },
  "two-factor": {
    page: "security",
    label: "Two-factor authentication",
    words: "2fa two step totp otp code authenticator app recovery codes",
  },
  kinds: {
    page: "notifications",
    label: "What you are notified of",
    words: "messages likes saves comments mentions shares connections turn off kinds",
  },
  "from-connections": {
    page: "notifications",
    label: "Likes, comments, mentions and shares only from my connections",
    words: "strangers filter notifications",
  },
  digest: {
    page: "notifications",
    label: "Email summary",
    words: "mail digest news newsletter daily weekly never unsubscribe",
  },
  push: {
    page: "notifications",
    label: "Push notifications",
    words: "device phone alerts turn on off show text of messages",
  },
  "quiet-hours": {
    page: "notifications",
    label: "Quiet hours",
    words: "do not disturb night sleep time zone pause",
    path: "/settings/quiet-hours",
  },
  exceptions: { page: "notifications", label: "Exceptions", words: "always never people members" },
  presence: {
    page: "privacy",
    label: "Hide my online status",
    words: "presence active now last seen offline invisible",
  },
  typing: { page: "privacy", label: "Show when I am typing", words: "chat typing indicator hide" },
  "read-marks": {
    page: "privacy",
    label: "Show when I have read messages",
    words: "chat read receipts seen hide",
  },
  discovery: {
    page: "privacy",
    label: "Keep me out of Explore and suggestions",
    words: "hide find discover people you may know private",
  },
  commenters: {
    page: "privacy",
    label: "Who can comment",
    words: "comments everyone connections nobody turn off replies",
  },
  "ai-posts": {
    page: "photos",
    label: "Hide posts made with AI",
    words: "artificial intelligence generated feed",
  },
  "sensitive-photos": {
    page: "photos",
    label: "Sensitive photos",
    words: "cover show hide nsfw blur adult content",
  },
  originals: { page: "photos", label: "Keep originals", words: "full size resolution quality upload" },
  theme: { page: "appearance", label: "Theme", words: "dark mode light night system colours colors" },
  "muted-words": { page: "blocked", label: "Muted words", words: "mute filter hide words" },
  "muted-members": { page: "blocked", label: "Muted members", words: "mute unmute people" },
  "blocked-members": { page: "blocked", label: "Blocked members", words: "block unblock people" },
  reports: {
    page: "blocked",
    label: "Your reports",
    words: "report abuse moderators review",
    path: "/settings/reports",
  },
  decisions: {
    page: "blocked",
    label: "Decisions of moderators",
    words: "appeal removed warning suspended moderation",
    path: "/settings/reports#decisions",
  },
  export: { page: "data", label: "Export my data", words: "download backup copy zip archive save" },
  import: {
    page: "data",
    label: "Import photos",
    words: "instagram pixelfed upload move bring",
    path: "/settings/import",
  },
  app: { page: "about", label: "App", words: "install home screen icon pwa iphone ipad" },
  terms: { page: "about", label: "Terms", words: "rules of service legal", path: "/terms" },
  "privacy-policy": { page: "about", label: "Privacy policy", words: "data legal gdpr", path: "/privacy" },
} satisfies Record<string, Option>;

export type OptionName = keyof typeof settingsOptions;

/** Returns the address of an option. */
export function pathOf(name: OptionName): string {
  const { page, path }: Option = settingsOptions[name];
  return path ?? `/settings/${page}#${name}`;
}

/** Returns the title of a page, or of the page of an option. */
export function titleOf(name: PageName | OptionName): string {
  return isPage(name) ? settingsPages[name].title : settingsOptions[name].label;
}

export const isPage = (name: PageName | OptionName): name is PageName => Object.hasOwn(settingsPages, name);

/** Returns the handle of the route of a page of the settings. Other pages are named "Notifications" and "Privacy" too. */
export const handleOf = (name: PageName | OptionName): TitleHandle => ({
  title: [titleOf(name), msg`Settings`],
});

const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** Returns the options with a word for each typed beginning of one, those with all of them in the label first. */
export function searchOptions(query: string): OptionName[] {
  const typed = wordsOf(query);
  const isIn = (text: string) => typed.every((start) => wordsOf(text).some((word) => word.startsWith(start)));
  // The keys of the record are the names.
  const names = Object.keys(settingsOptions) as OptionName[];
  const labelled = names.filter((name) => isIn(settingsOptions[name].label));
  const others = names.filter((name) => {
    const { label, words, page } = settingsOptions[name];
    return !labelled.includes(name) && isIn(`${label} ${words} ${settingsPages[page].title}`);
  });
  return typed.length === 0 ? [] : [...labelled, ...others];
}

/** The sections of the former single page, by their anchors. */
export const formerAnchors: Record<string, string> = {
  "#email": pathOf("email"),
  "#password": pathOf("password"),
  "#your-data": "/settings/data",
  "#reports": pathOf("reports"),
  "#decisions": pathOf("decisions"),
};
