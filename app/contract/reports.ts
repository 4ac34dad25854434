import { msg } from "@lingui/core/runtime-macro";
import { REPORT_DETAILS_MAX } from "./limits";
import { ruleText } from "./messages";
import { reportKinds, reportReasons } from "./safety";
import { cleanText } from "./visible-text";
import { z } from "./zod";

/** Names the subject of a report: a post, one of its comments, a message, a member, or an AI image of the viewer's. */
const reportSubject = z.object({
  postId: z.string().optional(),
  /** Together with `postId`. */
  commentId: z.string().optional(),
  messageId: z.string().optional(),
  userId: z.string().optional(),
  imageId: z.string().optional(),
});
export type ReportSubject = z.infer<typeof reportSubject>;

export const reportInput = reportSubject
  .extend({
    reason: z.enum(reportReasons, { error: ruleText(msg`Please choose a reason.`) }),
    details: z
      .string()
      .overwrite(cleanText)
      .max(REPORT_DETAILS_MAX, {
        error: ruleText(msg`Details must not be longer than ${{ max: REPORT_DETAILS_MAX }} characters.`),
      })
      .default(""),
  })
  .refine(hasOneSubject, { error: ruleText(msg`Please say which post or member you mean.`) });
export type ReportInput = z.infer<typeof reportInput>;

function hasOneSubject({ postId, commentId, messageId, userId, imageId }: ReportSubject): boolean {
  const named = [postId, messageId, userId, imageId].filter((id) => id !== undefined);
  return named.length === 1 && (commentId === undefined || postId !== undefined);
}

/** One of the viewer's reports. */
export const reportView = z.object({
  id: z.string(),
  kind: z.enum(reportKinds),
  /** The username of the reported member at the time of the report. */
  username: z.string(),
  reason: z.enum(reportReasons),
  details: z.string(),
  createdAt: z.string(),
  /** When a moderator decided about it; null until then. */
  closedAt: z.string().nullable(),
  /** Whether the moderator acted; null until then. */
  hasLedToAction: z.boolean().nullable(),
});
export type ReportView = z.infer<typeof reportView>;
