import type { I18n, MessageDescriptor } from "@lingui/core";
import { msg, select } from "@lingui/core/macro";
import type { OwnDecision } from "~/contract/moderation";
import { type ReportKind, reasonNames } from "~/contract/safety";
import { dateFormat } from "~/ui/date-format";

// The messages of decisions about an account. The last one of each is about the member's profile, the kind `member`.

const removed = (kind: ReportKind, rule: string): MessageDescriptor =>
  msg({
    message: select(kind, {
      post: `We removed your post: ${rule}`,
      comment: `We removed your comment: ${rule}`,
      message: `We removed your message: ${rule}`,
      ai_image: `We removed your AI image: ${rule}`,
      other: `We removed your profile: ${rule}`,
    }),
  });

const warned = (kind: ReportKind, rule: string): MessageDescriptor =>
  msg({
    message: select(kind, {
      post: `This is a warning about your post: ${rule}`,
      comment: `This is a warning about your comment: ${rule}`,
      message: `This is a warning about your message: ${rule}`,
      ai_image: `This is a warning about your AI image: ${rule}`,
      other: `This is a warning about your profile: ${rule}`,
    }),
  });

const silenced = (kind: ReportKind, rule: string): MessageDescriptor =>
  msg({
    message: select(kind, {
      post: `You cannot post, comment or send requests, because of your post: ${rule}`,
      comment: `You cannot post, comment or send requests, because of your comment: ${rule}`,
      message: `You cannot post, comment or send requests, because of your message: ${rule}`,
      ai_image: `You cannot post, comment or send requests, because of your AI image: ${rule}`,
      other: `You cannot post, comment or send requests, because of your profile: ${rule}`,
    }),
  });

const silencedUntil = (kind: ReportKind, rule: string, day: string): MessageDescriptor =>
  msg({
    message: select(kind, {
      post: `You cannot post, comment or send requests until ${day}, because of your post: ${rule}`,
      comment: `You cannot post, comment or send requests until ${day}, because of your comment: ${rule}`,
      message: `You cannot post, comment or send requests until ${day}, because of your message: ${rule}`,
      ai_image: `You cannot post, comment or send requests until ${day}, because of your AI image: ${rule}`,
      other: `You cannot post, comment or send requests until ${day}, because of your profile: ${rule}`,
    }),
  });

const suspended = (kind: ReportKind, rule: string): MessageDescriptor =>
  msg({
    message: select(kind, {
      post: `Your account was suspended, because of your post: ${rule}`,
      comment: `Your account was suspended, because of your comment: ${rule}`,
      message: `Your account was suspended, because of your message: ${rule}`,
      ai_image: `Your account was suspended, because of your AI image: ${rule}`,
      other: `Your account was suspended, because of your profile: ${rule}`,
    }),
  });

const suspendedUntil = (kind: ReportKind, rule: string, day: string): MessageDescriptor =>
  msg({
    message: select(kind, {
      post: `Your account was suspended until ${day}, because of your post: ${rule}`,
      comment: `Your account was suspended until ${day}, because of your comment: ${rule}`,
      message: `Your account was suspended until ${day}, because of your message: ${rule}`,
      ai_image: `Your account was suspended until ${day}, because of your AI image: ${rule}`,
      other: `Your account was suspended until ${day}, because of your profile: ${rule}`,
    }),
  });

/** Returns what a decision is, with its rule. @param i18n texts of the reader's language */
export function lineOf(i18n: I18n, { action, kind, reason, until, isAutomatic }: OwnDecision): string {
  const rule = i18n._(reasonNames[reason]);
  const day = until && dateFormat("dayInWords", i18n.locale, "UTC").format(Date.parse(until));
  switch (action) {
    case "hold":
      return i18n._(msg`Your post is held for a moderator: ${rule}`);
    case "cover":
      if (isAutomatic) return i18n._(msg`Your post seems to have a sensitive photo: ${rule}`);
      return i18n._(msg`We covered the photo of your post as sensitive: ${rule}`);
    case "remove":
      return i18n._(removed(kind, rule));
    case "warn":
      return i18n._(warned(kind, rule));
    case "silence":
      return i18n._(day ? silencedUntil(kind, rule, day) : silenced(kind, rule));
    case "suspend":
      return i18n._(day ? suspendedUntil(kind, rule, day) : suspended(kind, rule));
  }
}

/** Returns what the line does not say; null when it says all. */
export function remarkOf({
  action,
  hasRemoved,
  isUndone,
  isAutomatic,
}: OwnDecision): MessageDescriptor | null {
  if (action === "hold")
    return isUndone
      ? msg`A moderator has looked at it. It is shown again.`
      : msg`An automatic check has put it away. Nobody sees it until a moderator has looked at it; you will be notified.`;
  if (isUndone) return msg`This decision was reversed.`;
  if (isAutomatic)
    return msg`An automatic check has covered its photo. If that is wrong, a moderator will look at it.`;
  return hasRemoved && action !== "remove" ? msg`We removed it.` : null;
}

export const appealStates: Record<Exclude<OwnDecision["appeal"], "none">, MessageDescriptor> = {
  open: msg`Another moderator is reviewing your appeal.`,
  granted: msg`Your appeal was granted.`,
  upheld: msg`Your appeal was reviewed. The decision stands.`,
};
