import { type SQL, sql } from "drizzle-orm";
import { MAIL_BOUNCES_MAX } from "~/contract/mail-limits";
import type { DigestFrequency } from "~/contract/notification-settings";
import type { MemberCtx } from "../context";
import { DEFAULT_ZONE, nextDigest } from "./next-digest";

/**
 * Returns the statement that sets how often the viewer gets a digest. After a time without any, only later news counts.
 * Nothing is due for an address that is not confirmed, or to which mails come back. Idempotent.
 */
export function chooseDigest({ viewer, now }: MemberCtx, frequency: DigestFrequency): SQL {
  const at = now().getTime();
  const dueAt =
    frequency === "never" ? null : nextDigest(frequency, at, { id: viewer.id, timeZone: DEFAULT_ZONE });
  return sql`
    INSERT INTO digests (user_id, frequency, due_at, news_after)
    SELECT id, ${frequency}, iif(email_confirmed, ${dueAt}, NULL), ${at} FROM users WHERE id = ${viewer.id}
    ON CONFLICT (user_id) DO UPDATE SET frequency = excluded.frequency,
      due_at = CASE WHEN bounces >= ${MAIL_BOUNCES_MAX} THEN NULL
        WHEN digests.frequency = excluded.frequency THEN due_at ELSE excluded.due_at END,
      news_after = iif(digests.frequency = 'never', excluded.news_after, news_after)`;
}
