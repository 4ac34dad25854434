import { mailReport } from "../mail";
import type { Call } from "./call";

/** The call of the mail service. */
export const mailCalls = {
  reportBounce: {
    method: "POST",
    path: "/api/mail/bounces",
    summary:
      "Report a mail that came back, or that its reader has marked as spam. For the mail service, with the site's secret as a bearer token; 404 where the site has none",
    access: "public",
    body: mailReport,
    errors: ["unauthenticated", "not_found", "rate_limited"],
  },
} as const satisfies Record<string, Call>;
