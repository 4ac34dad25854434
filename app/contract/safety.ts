import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/runtime-macro";

/** The reasons of a report, as the database stores them, in the order of the form, and their names. */
export const reasonNames = {
  spam: msg`Spam or a scam`,
  harassment: msg`Harassment`,
  hate: msg`Hate`,
  nudity: msg`Nudity or sexual content`,
  violence: msg`Violence or a threat`,
  self_harm: msg`Self-harm or suicide`,
  child: msg`A child at risk`,
  impersonation: msg`Pretending to be someone else`,
  copyright: msg`My copyright`,
  other: msg({ message: "Something else", comment: "A reason to report a post or a member" }),
} satisfies Record<string, MessageDescriptor>;
export type ReportReason = keyof typeof reasonNames;

// The keys of a const object are those of its type.
export const reportReasons = Object.keys(reasonNames) as [ReportReason, ...ReportReason[]];

/** Returns whether a text is a reason. Names that objects inherit, such as "toString", are none. */
export const isReportReason = (text: string): text is ReportReason => Object.hasOwn(reasonNames, text);

/** The kinds of subjects of a report. */
export const reportKinds = ["post", "comment", "message", "member", "ai_image"] as const;
export type ReportKind = (typeof reportKinds)[number];
