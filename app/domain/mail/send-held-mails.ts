import { type SQL, sql } from "drizzle-orm";
import { ALERT_LINK_DAYS } from "~/contract/account-limits";
import { timeOfId } from "~/contract/ids";
import { DAY_MS } from "~/contract/time";
import { batchRows } from "~/db/batch";
import { limit } from "~/db/limit";
import { logError } from "~/platform/log";
import { newToken, tokenId } from "../accounts/session-token";
import type { Ctx } from "../context";
import { alertListLetter } from "./account-letters";
import { decisionListLetter } from "./decision-letters";
import { heldText } from "./held-event";
import { countMails, type HeldKind, hasRoom, isUnconfirmed, type MailCtx } from "./send-mail";

/** Mails of one batch, for each kind. */
const BATCH = 4;

type HeldMailCtx = MailCtx & Pick<Ctx, "urlOf">;

/** The events of one kind that wait for a mail to one address. */
interface Held {
  kind: HeldKind;
  memberId: string;
  email: string;
  /** The ids of the first and the last event. */
  first: string;
  last: string;
  fullName: string;
  language: string | null;
  isConfirmed: boolean;
  /** The oldest first, as stored. */
  events: { at: Date; stored: string }[];
}

/**
 * Sends a batch of the mails that list events beyond the limits of mails, as far as there is room for them
 * (docs/product.md#mails). The link of a list of alerts undoes what has happened since the first of them. Events are
 * deleted once their mail is sent; one that is not sent counts, so the next run that has room for it tries again.
 * @returns the number of mails, 0 when none is left
 */
export async function sendHeldMails(ctx: HeldMailCtx): Promise<number> {
  // Nothing could be sent, and nothing waits.
  if (ctx.mail.reach === "nobody") return 0;
  const held = [...(await readHeld(ctx, "alert")), ...(await readHeld(ctx, "news"))];
  for (const one of held) {
    await send(ctx, one).catch((error: unknown) => logError(error, { event: "held mail not sent" }));
  }
  return held.length;
}

async function readHeld(ctx: HeldMailCtx, kind: HeldKind): Promise<Held[]> {
  const room = hasRoom(ctx, kind, { address: sql`h.address`, memberId: sql`h.user_id` });
  const rows = await ctx.db.all<
    Omit<Held, "kind" | "events" | "isConfirmed"> & { events: string; unconfirmed: number }
  >(sql`
    SELECT h.user_id AS memberId, h.email AS email, min(h.id) AS first, max(h.id) AS last, u.full_name AS fullName, u.language AS language,
      ${isUnconfirmed(sql`h.user_id`)} AS unconfirmed, json_group_array(json_array(h.id, h.text)) AS events
    FROM held_mails h JOIN users u ON u.id = h.user_id
    WHERE h.kind = ${kind} AND ${room}
    GROUP BY h.user_id, h.email ORDER BY first ${limit(BATCH)}`);
  return rows.map(({ events, unconfirmed, ...row }) => ({
    ...row,
    kind,
    isConfirmed: unconfirmed === 0,
    // The statement writes pairs in this form.
    events: (JSON.parse(events) as [string, string][])
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([id, stored]) => ({ at: new Date(timeOfId(id)), stored })),
  }));
}

async function send(ctx: HeldMailCtx, held: Held): Promise<void> {
  const { kind, memberId, email, first, last, fullName, isConfirmed } = held;
  const token = newToken();
  const [counted = []] = await batchRows(ctx.db, [
    countMails(ctx, kind, [{ to: email, memberId }]),
    ...(kind === "alert" ? [alertLink(ctx, token, held)] : []),
  ]);
  // Mails of the same account have used up the room.
  if (counted.length === 0) return;
  const i18n = await ctx.textsIn(held.language);
  const events = held.events.map(({ at, stored }) => ({ at, text: heldText(i18n, stored) }));
  const secureUrl = ctx.urlOf(`/secure-account?token=${token}`);
  await ctx.mail.send(
    email,
    kind === "alert"
      ? alertListLetter(i18n, isConfirmed ? fullName : null, events, secureUrl)
      : decisionListLetter(i18n, events, ctx.urlOf),
  );
  await ctx.db.run(sql`
    DELETE FROM held_mails
    WHERE user_id = ${memberId} AND kind = ${kind} AND email = ${email} AND id BETWEEN ${first} AND ${last}`);
}

/** Returns the statement that stores the link of a list of alerts, if the one before has counted the mail. */
function alertLink({ now }: HeldMailCtx, token: string, { memberId, first }: Held): SQL {
  const until = new Date(now().getTime() + ALERT_LINK_DAYS * DAY_MS).toISOString();
  return sql`
    INSERT INTO alert_links (id, user_id, expires_at, created_at)
    SELECT ${tokenId(token)}, id, ${until}, ${new Date(timeOfId(first)).toISOString()} FROM users
    WHERE id = ${memberId} AND changes() > 0`;
}
