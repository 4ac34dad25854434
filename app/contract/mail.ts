import { msg } from "@lingui/core/runtime-macro";
import { EMAIL_MAX } from "./account-limits";
import { ruleText } from "./messages";
import { z } from "./zod";

/**
 * A report of the mail service about a mail that could not be delivered, or that its reader has marked as spam. The
 * shape is no service's own: an adapter maps theirs to it (docs/deploy.md#mails-that-come-back).
 */
export const mailReport = z.object({
  /** The service's id of the event: a report that repeats has the same. */
  id: z
    .string({ error: ruleText(msg`Please send the id of the event.`) })
    .min(1, { error: ruleText(msg`Please send the id of the event.`) })
    .max(200, { error: ruleText(msg`The id of the event is too long.`) }),
  type: z.enum(["bounce", "complaint"], { error: ruleText(msg`The type is bounce or complaint.`) }),
  /** Whether the mail came back for good. One that may be delivered later counts for nothing. */
  isPermanent: z.boolean({ error: ruleText(msg`Say whether it is permanent.`) }).default(true),
  email: z
    .string({ error: ruleText(msg`Please send the address.`) })
    .min(1, { error: ruleText(msg`Please send the address.`) })
    .max(EMAIL_MAX, { error: ruleText(msg`The address is too long.`) }),
});
export type MailReport = z.infer<typeof mailReport>;
