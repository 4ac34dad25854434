import type { SQL } from "drizzle-orm";
import type { DecisionInput } from "~/contract/moderation";
import type { ReportKind } from "~/contract/safety";
import type { Ctx } from "../context";
import type { MailCtx } from "../mail/send-mail";
import type { Subject } from "./removals";

/** A moderator, or the operator, who has no account. */
export interface Decider {
  id: string | null;
  username: string;
}

/** The context of a decision. The operator's has no viewer. */
export type DecisionCtx = Pick<
  Ctx,
  "db" | "chats" | "viewer" | "media" | "realtime" | "urlOf" | "now" | "defer"
> &
  MailCtx;

/** A report, as far as a decision needs it. */
export interface ReportRow {
  memberId: string;
  kind: ReportKind;
  subjectId: string;
  postId: string;
  text: string;
  /** Whether its subject has an open report about which the decider may decide. */
  mayDecide: number;
}

/** The input of the writes of a decision. */
export interface Plan {
  id: string;
  decider: Decider;
  report: ReportRow;
  subject: Subject;
  input: DecisionInput;
  /** The end of a silence or suspension. */
  until: string | null;
  now: Date;
  /** True in the batch once the log has the decision. */
  isLogged: SQL;
}
