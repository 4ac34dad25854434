import type { I18n, MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { atom } from "nanostores";
import { fold } from "~/contract/fold";
import { type OptionName, settingsOptions, settingsPages } from "./options";

/** Other words that the search finds an option by. Translators write those of their readers, as many as they like. */
export const optionWords: Record<OptionName, MessageDescriptor> = {
  profile: msg({
    message: "full name username handle bio photo picture avatar rename",
    context: "words for the search of the settings",
  }),
  email: msg({
    message: "mail address change confirm verify code",
    context: "words for the search of the settings",
  }),
  password: msg({ message: "change set passcode log in", context: "words for the search of the settings" }),
  sessions: msg({
    message: "devices browsers logged in log out everywhere end",
    context: "words for the search of the settings",
  }),
  invitations: msg({
    message: "invite friends sign up link join",
    context: "words for the search of the settings",
  }),
  delete: msg({
    message: "close remove erase deactivate leave",
    context: "words for the search of the settings",
  }),
  passkeys: msg({
    message: "fingerprint face pin touch id security key log in",
    context: "words for the search of the settings",
  }),
  "two-factor": msg({
    message: "2fa two step totp otp code authenticator app recovery codes",
    context: "words for the search of the settings",
  }),
  kinds: msg({
    message: "messages likes saves comments mentions shares connections turn off kinds",
    context: "words for the search of the settings",
  }),
  "from-connections": msg({
    message: "strangers filter notifications",
    context: "words for the search of the settings",
  }),
  digest: msg({
    message: "mail digest news newsletter daily weekly never unsubscribe",
    context: "words for the search of the settings",
  }),
  push: msg({
    message: "device phone alerts turn on off show text of messages",
    context: "words for the search of the settings",
  }),
  "quiet-hours": msg({
    message: "do not disturb night sleep time zone pause",
    context: "words for the search of the settings",
  }),
  exceptions: msg({
    message: "always never people members",
    context: "words for the search of the settings",
  }),
  presence: msg({
    message: "presence active now last seen offline invisible",
    context: "words for the search of the settings",
  }),
  typing: msg({ message: "chat typing indicator hide", context: "words for the search of the settings" }),
  "read-marks": msg({
    message: "chat read receipts seen hide",
    context: "words for the search of the settings",
  }),
  discovery: msg({
    message: "hide find discover people you may know private",
    context: "words for the search of the settings",
  }),
  commenters: msg({
    message: "comments everyone connections nobody turn off replies",
    context: "words for the search of the settings",
  }),
  "ai-posts": msg({
    message: "artificial intelligence generated feed",
    context: "words for the search of the settings",
  }),
  "sensitive-photos": msg({
    message: "cover show hide nsfw blur adult content",
    context: "words for the search of the settings",
  }),
  originals: msg({
    message: "full size resolution quality upload",
    context: "words for the search of the settings",
  }),
  theme: msg({
    message: "dark mode light night system colours colors",
    context: "words for the search of the settings",
  }),
  language: msg({
    message: "translation English Deutsch Español Français العربية हिन्दी 日本語 中文",
    context: "words for the search of the settings",
  }),
  "muted-words": msg({ message: "mute filter hide words", context: "words for the search of the settings" }),
  "muted-members": msg({ message: "mute unmute people", context: "words for the search of the settings" }),
  "blocked-members": msg({
    message: "block unblock people",
    context: "words for the search of the settings",
  }),
  reports: msg({
    message: "report abuse moderators review",
    context: "words for the search of the settings",
  }),
  decisions: msg({
    message: "appeal removed warning suspended moderation",
    context: "words for the search of the settings",
  }),
  export: msg({
    message: "download backup copy zip archive save",
    context: "words for the search of the settings",
  }),
  import: msg({
    message: "instagram pixelfed upload move bring",
    context: "words for the search of the settings",
  }),
  app: msg({
    message: "install home screen icon pwa iphone ipad",
    context: "words for the search of the settings",
  }),
  terms: msg({ message: "rules of service legal", context: "words for the search of the settings" }),
  "privacy-policy": msg({ message: "data legal gdpr", context: "words for the search of the settings" }),
};

/** Whether sign-ups need an invitation, once the page of the account has loaded it. */
export const $canInvite = atom(false);

/** Words, and each character of scripts that have no spaces between words. */
const WORDS =
  /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}]|(?:(?![\p{scx=Han}\p{scx=Hira}\p{scx=Kana}])[\p{L}\p{M}\p{N}])+/gu;

const wordsOf = (text: string) => fold(text).match(WORDS) ?? [];

/**
 * Returns the options with a word for each typed beginning of one, those with all of them in the label first.
 * @param i18n texts of the reader's language
 */
export function searchOptions(i18n: I18n, query: string): OptionName[] {
  const typed = wordsOf(query);
  const isIn = (text: string) => {
    const words = wordsOf(text);
    return typed.every((start) => words.some((word) => word.startsWith(start)));
  };
  // The keys of the record are the names.
  const names = Object.keys(settingsOptions) as OptionName[];
  const labelled = names.filter((name) => isIn(i18n._(settingsOptions[name].label)));
  const others = names.filter((name) => {
    const { label, page } = settingsOptions[name];
    const texts = [label, optionWords[name], settingsPages[page].title].map((text) => i18n._(text));
    return !labelled.includes(name) && isIn(texts.join(" "));
  });
  return typed.length === 0 ? [] : [...labelled, ...others];
}
