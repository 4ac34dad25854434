import { REPORT_DETAILS_MAX } from "./limits";
import { cleanText } from "./visible-text";
import { z } from "./zod";

/** The reasons of a report, as the database stores them (app/db/schema/safety.ts). */
export const reportReasons = ["spam", "harassment", "nudity", "violence", "impersonation", "other"] as const;
export type ReportReason = (typeof reportReasons)[number];

/** A report has exactly one of the two ids: a post or a member. */
export const reportInput = z
  .object({
    postId: z.string().optional(),
    userId: z.string().optional(),
    reason: z.enum(reportReasons, { error: "Please choose a reason." }),
    details: z
      .string()
      .overwrite(cleanText)
      .max(REPORT_DETAILS_MAX, { error: `Details must not be longer than ${REPORT_DETAILS_MAX} characters.` })
      .default(""),
  })
  .refine(({ postId, userId }) => (postId === undefined) !== (userId === undefined), {
    error: "Please say which post or member you mean.",
  });
export type ReportInput = z.infer<typeof reportInput>;
