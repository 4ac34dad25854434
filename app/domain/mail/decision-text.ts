import type { I18n, MessageDescriptor } from "@lingui/core";
import { msg, select } from "@lingui/core/runtime-macro";
import { formatTag, SOURCE } from "~/contract/languages";
import type { Decision } from "~/contract/moderation";
import { previewOf } from "~/contract/preview";
import { type ReportKind, type ReportReason, reasonNames } from "~/contract/safety";
import { joined } from "./joined-sentences";

/** A decision of moderators, in the form in which it is stored while its mail waits. */
export interface Decided {
  action: Exclude<Decision, "dismiss"> | "undo" | "uphold";
  kind: ReportKind;
  reason: ReportReason;
  hasRemoved: boolean;
  /** The end of a silence or a suspension, as ISO 8601. */
  until: string | null;
}

/** Returns the day of a time in the form "3 December 2026", in UTC. */
const dayText = ({ locale }: I18n, iso: string): string =>
  new Date(iso).toLocaleDateString(locale === SOURCE ? "en-GB" : formatTag(locale), {
    dateStyle: "long",
    timeZone: "UTC",
  });

/** Returns the sentence about what a decision does, beside the removal of the content. */
function effectOf(i18n: I18n, { action, until }: Decided): MessageDescriptor | null {
  const day = until && dayText(i18n, until);
  switch (action) {
    case "cover":
      return msg`Its photo is covered as sensitive.`;
    case "warn":
      return msg`This is a warning.`;
    case "silence":
      return msg`You cannot post, comment or send connection requests until ${{ day }}.`;
    case "suspend":
      return day ? msg`Your account is suspended until ${{ day }}.` : msg`Your account is suspended.`;
    default:
      return null;
  }
}

/** Returns the sentence that names what was reviewed. @param quote the beginning of its text; empty for no quote */
function reviewOf(i18n: I18n, { action, kind, reason: name }: Decided, quote: string): MessageDescriptor {
  if (action === "undo")
    return quote
      ? msg`A moderator has reversed the decision about ${select({ kind }, { post: "your post", comment: "your comment", message: "your message", ai_image: "your AI image", other: "your profile" })} ("${{ quote }}"). We are sorry for the trouble.`
      : msg`A moderator has reversed the decision about ${select({ kind }, { post: "your post", comment: "your comment", message: "your message", ai_image: "your AI image", other: "your profile" })}. We are sorry for the trouble.`;
  if (action === "uphold")
    return quote
      ? msg`Another moderator has reviewed your appeal about ${select({ kind }, { post: "your post", comment: "your comment", message: "your message", ai_image: "your AI image", other: "your profile" })} ("${{ quote }}"). The decision stands.`
      : msg`Another moderator has reviewed your appeal about ${select({ kind }, { post: "your post", comment: "your comment", message: "your message", ai_image: "your AI image", other: "your profile" })}. The decision stands.`;
  const reason = i18n._(reasonNames[name]);
  return quote
    ? msg`A moderator has reviewed ${select({ kind }, { post: "your post", comment: "your comment", message: "your message", ai_image: "your AI image", other: "your profile" })} ("${{ quote }}"). It breaks our rules: ${{ reason }}.`
    : msg`A moderator has reviewed ${select({ kind }, { post: "your post", comment: "your comment", message: "your message", ai_image: "your AI image", other: "your profile" })}. It breaks our rules: ${{ reason }}.`;
}

/**
 * Returns the text of the mail about a decision: the content, the rule and what follows from it.
 * @param text the text that it is about; empty for an address that was never confirmed
 */
export function decisionText(i18n: I18n, decided: Decided, text: string): string {
  const review = i18n._(reviewOf(i18n, decided, text && previewOf(text)));
  if (decided.action === "undo" || decided.action === "uphold") return review;
  const effect = effectOf(i18n, decided);
  return joined(i18n, [
    review,
    ...(decided.hasRemoved ? [i18n._(msg`We have removed it.`)] : []),
    ...(effect ? [i18n._(effect)] : []),
  ]);
}
