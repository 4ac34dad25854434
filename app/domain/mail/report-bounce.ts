import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import type { MailReport } from "~/contract/mail";
import { MAIL_BOUNCES_MAX } from "~/contract/mail-limits";
import { batchRows } from "~/db/batch";
import { IDEMPOTENT } from "~/db/repeatable";
import type { Ctx } from "../context";

/**
 * Counts a mail that came back for good for the member with its address. After the third, or after one complaint, the
 * address gets no more digests until it is confirmed again. A report that repeats counts once. Other mails are still
 * sent to it. The caller has checked who reports.
 */
export async function reportBounce({ db, now }: Pick<Ctx, "db" | "now">, report: MailReport): Promise<void> {
  const count = report.type === "complaint" ? MAIL_BOUNCES_MAX : 1;
  if (report.type === "bounce" && !report.isPermanent) return;
  const id = createHash("sha256").update(report.id).digest("hex");
  const member = sql`(SELECT id FROM users WHERE lower(email) = ${report.email.toLowerCase()})`;
  const bounces = sql`min(bounces + ${count}, ${MAIL_BOUNCES_MAX})`;
  const repeats = sql.raw(IDEMPOTENT);
  await batchRows(db, [
    sql`${repeats} UPDATE digests SET bounces = ${bounces}, due_at = iif(${bounces} = ${MAIL_BOUNCES_MAX}, NULL, due_at)
      WHERE user_id = ${member} AND NOT EXISTS (SELECT 1 FROM mail_reports WHERE id = ${id})`,
    sql`${repeats} INSERT OR IGNORE INTO mail_reports (id, received_at)
      SELECT ${id}, ${now().getTime()} WHERE ${member} IS NOT NULL`,
  ]);
}
