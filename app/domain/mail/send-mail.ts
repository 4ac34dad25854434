import type { I18n } from "@lingui/core";
import { type SQL, sql } from "drizzle-orm";
import { firstIdOf, newId } from "~/contract/ids";
import { HELD_MAILS_MAX, MAIL_LIMITS, UNCONFIRMED_ALERTS_PER_DAY } from "~/contract/mail-limits";
import { DAY_MS, HOUR_MS } from "~/contract/time";
import { batchRows } from "~/db/batch";
import { unguarded } from "~/db/client";
import type { Letter } from "~/platform/mail";
import type { Ctx } from "../context";
import { type HeldEvent, storedEvent } from "./held-event";

/** The part of a context that sends mails. */
export interface MailCtx extends Pick<Ctx, "db" | "mail" | "fingerprint" | "now" | "textsIn"> {
  limits: Pick<Ctx["limits"], "areOn">;
}

export type MailKind = keyof typeof MAIL_LIMITS;

/** Kinds whose events are not lost beyond their limits. */
export type HeldKind = Extract<MailKind, "alert" | "news">;

/** A mail without its content. */
export interface Mailing {
  kind: MailKind;
  /** The address, in lower case. */
  to: string;
  /** The account that the mail is about. */
  memberId: string;
}

/** The events that wait for a mail with a list while there is no room for a mail of its own. */
interface Held {
  kind: HeldKind;
  event: HeldEvent;
  at: Date;
}

/** Returns what is hashed of an address, for the limits of mails. */
export const mailText = (to: string): string => `mail to ${to}`;

/** Returns the stored form of an address in the limits of mails. */
const addressHash = ({ fingerprint }: Pick<Ctx, "fingerprint">, to: string): string =>
  fingerprint(mailText(to));

/** The condition that an account has never confirmed an address: mails about it may reach somebody else. */
export const isUnconfirmed = (memberId: SQL): SQL =>
  sql`EXISTS (SELECT 1 FROM users WHERE id = ${memberId} AND NOT email_confirmed)`;

interface Owners {
  /** The hash of the address. */
  address: SQL;
  memberId: SQL;
}

/** Returns the condition that a kind's limits allow an address and an account one more mail: always with limits off. */
export function hasRoom(
  { now, limits }: Pick<MailCtx, "now" | "limits">,
  kind: MailKind,
  { address, memberId }: Owners,
): SQL {
  if (!limits.areOn) return sql`TRUE`;
  const { hour, day } = MAIL_LIMITS[kind];
  const perDay =
    kind === "alert"
      ? sql`iif(${isUnconfirmed(memberId)}, ${UNCONFIRMED_ALERTS_PER_DAY}, ${day})`
      : sql`${day}`;
  const isBelow = (owner: SQL, most: SQL, ms: number) =>
    sql`(SELECT count(*) FROM sent_mails s
      WHERE ${owner} AND s.kind = ${kind} AND s.id >= ${firstIdOf(now().getTime() - ms + 1)}) < ${most}`;
  const owners = [sql`s.address = ${address}`, sql`s.owner = ${memberId}`];
  return sql.join(
    owners.flatMap((owner) => [isBelow(owner, sql`${hour}`, HOUR_MS), isBelow(owner, perDay, DAY_MS)]),
    sql` AND `,
  );
}

/** Returns the condition that there is room for a mail. */
export const hasRoomFor = (ctx: MailCtx, { kind, to, memberId }: Mailing): SQL =>
  hasRoom(ctx, kind, { address: sql`${addressHash(ctx, to)}`, memberId: sql`${memberId}` });

/**
 * Returns the statement that counts mails of one kind to several accounts, those that there is room for. It returns the
 * ids of these accounts, their languages, and whether each has never confirmed its address.
 */
export function countMails(
  ctx: MailCtx,
  kind: MailKind,
  mailings: Omit<Mailing, "kind">[],
  condition = sql`TRUE`,
): SQL {
  const at = ctx.now().getTime();
  const rows = mailings.map(({ to, memberId }) => ({
    id: newId(at),
    address: addressHash(ctx, to),
    memberId,
  }));
  const room = { address: sql`json_each.value ->> 'address'`, memberId: sql`json_each.value ->> 'memberId'` };
  return sql`
    INSERT INTO sent_mails (id, address, owner, kind)
    SELECT json_each.value ->> 'id', ${room.address}, ${room.memberId}, ${kind}
    FROM json_each(${JSON.stringify(rows)}) WHERE ${condition} AND ${hasRoom(ctx, kind, room)}
    RETURNING owner AS memberId, (SELECT language FROM users WHERE id = owner) AS language, ${isUnconfirmed(sql`owner`)} AS isUnconfirmed`;
}

/**
 * Sends a mail, if the limits of its kind have room for it, of its address and of its account (docs/product.md#mails).
 * @param letterOf makes the content in the account's language; for an address never confirmed, without texts of members
 * @param held the event of the mail, which waits for a mail with a list otherwise, and behind events that wait
 * @throws when the mail service does not accept the mail
 */
export async function sendMail(
  ctx: MailCtx,
  mailing: Mailing,
  letterOf: (i18n: I18n, isConfirmed: boolean) => Letter | Promise<Letter>,
  held?: Held,
): Promise<void> {
  const { kind, to } = mailing;
  // Nothing is counted and nothing waits on a site without a mail service. The port throws.
  if (ctx.mail.reach === "nobody") return ctx.mail.send(to, await letterOf(await ctx.textsIn(null), false));
  const [[counted] = []] = await batchRows(
    // A mail about the end of a session is sent although it has ended.
    unguarded(ctx.db),
    held
      ? [countMails(ctx, kind, [mailing], isNextEvent(mailing, held)), holdEvent(ctx, mailing, held)]
      : [countMails(ctx, kind, [mailing])],
  );
  if (!counted) return;
  const i18n = await ctx.textsIn(languageIn(counted));
  await ctx.mail.send(to, await letterOf(i18n, counted.isUnconfirmed === 0));
}

/** Returns the language in a row of `countMails`. */
export const languageIn = ({ language }: Record<string, unknown>): string | null =>
  typeof language === "string" ? language : null;

/** The condition that no earlier event waits. A mail of another kind than its event overtakes them. */
const isNextEvent = ({ kind, to, memberId }: Mailing, held: Held): SQL =>
  kind === held.kind
    ? sql`NOT EXISTS (SELECT 1 FROM held_mails WHERE user_id = ${memberId} AND kind = ${kind} AND email = ${to})`
    : sql`TRUE`;

/** Returns the statement that stores an event when the statement before it in the batch has counted no mail. */
function holdEvent(ctx: MailCtx, { to, memberId }: Mailing, { kind, event, at }: Held): SQL {
  return sql`
    INSERT INTO held_mails (id, user_id, email, address, kind, text)
    SELECT ${newId(at.getTime())}, id, ${to}, ${addressHash(ctx, to)}, ${kind}, ${storedEvent(event)} FROM users
    WHERE id = ${memberId} AND changes() = 0
      AND (SELECT count(*) FROM held_mails WHERE user_id = ${memberId} AND kind = ${kind}) < ${HELD_MAILS_MAX}`;
}
