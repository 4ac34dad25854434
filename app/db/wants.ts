import { type SQL, sql } from "drizzle-orm";
import {
  kindOfType,
  type NotificationChannel,
  type NotificationKind,
  notificationKinds,
  switchName,
} from "~/contract/notification-settings";
import { notificationTypes } from "~/contract/notifications";

/** The notification that a member may want. */
interface Offer {
  channel: NotificationChannel;
  /** Null for those that cannot be turned off. */
  kind: NotificationKind | null;
  /** The member who acted. */
  sender: { id: SQL | string; key: SQL };
  /** The words of its text (`wordsOf`). */
  words?: string;
}

/**
 * Returns the condition that a member wants a notification (docs/product.md#notification-settings). No other code
 * decides it: every statement that stores one for the app, or selects one for another channel, has this condition.
 * @param recipient the alias of the member's row of `users`
 */
export function wants(recipient: SQL, { channel, kind, sender, words = "" }: Offer): SQL {
  if (kind === null) return sql`TRUE`;
  const isOn = sql`instr(s.off, ${`"${switchName(channel, kind)}"`}) = 0`;
  const isNear =
    kind === "connections" || kind === "messages"
      ? sql`TRUE`
      : sql`(s.from_connections = 0 OR EXISTS (
          SELECT 1 FROM connection_sides WHERE member = ${recipient}.key AND accepted = 1 AND other = ${sender.id}))`;
  // A member without a row of either table wants all, at two look-ups that find nothing.
  const isChosen = sql`coalesce(
    (SELECT x.is_always FROM notification_exceptions x WHERE x.member = ${recipient}.key AND x.sender = ${sender.key}),
    (SELECT ${isOn} AND ${isNear} FROM notification_settings s WHERE s.member = ${recipient}.key),
    TRUE)`;
  return words ? sql`(${isChosen} AND ${notMutedWords(recipient, words)})` : isChosen;
}

/**
 * Returns the condition that a member wants a stored notification `n` in another channel than the app, by its type.
 * @param recipient the alias of the member's row of `users`
 */
export function wantsStored(
  recipient: SQL,
  channel: Exclude<NotificationChannel, "app">,
  sender: Offer["sender"],
): SQL {
  const cases = notificationKinds.map((kind) => {
    const types = notificationTypes.filter((type) => kindOfType[type] === kind);
    if (types.length === 0) return sql``;
    return sql` WHEN n.type IN (SELECT value FROM json_each(${JSON.stringify(types)}))
      THEN ${wants(recipient, { channel, kind, sender })}`;
  });
  return sql`CASE${sql.join(cases)} ELSE 1 END`;
}

const notMutedWords = (recipient: SQL, words: string): SQL => sql`
  NOT EXISTS (SELECT 1 FROM json_each(${recipient}.muted_words) WHERE instr(${` ${words} `}, ' ' || value || ' '))`;
