import { sql } from "drizzle-orm";
import {
  DEFAULT_DIGEST,
  type DigestFrequency,
  kindsOfChannel,
  type NotificationChannel,
  type NotificationException,
  type NotificationSettings,
  type NotificationSettingsInput,
  type NotificationSettingsView,
  notificationChannels,
  switchName,
} from "~/contract/notification-settings";
import { batchRows } from "~/db/batch";
import { memberKey } from "~/db/keys";
import { me, myKey, namingWithKey, readRows, viewerQuery } from "~/db/viewer-query";
import type { MemberCtx, ViewerCtx } from "../context";
import { chooseDigest } from "../mail/choose-digest";

/** The columns of `notification_settings`. */
interface SettingsRow {
  digest: DigestFrequency;
  /** A JSON array of `switchName`s. */
  off: string;
  fromConnections: number;
}

const defaults: SettingsRow = { off: "[]", fromConnections: 0, digest: DEFAULT_DIGEST };

/** Returns the viewer's notification settings, with the exceptions in the order of the usernames. */
export async function readNotificationSettings(ctx: ViewerCtx): Promise<NotificationSettingsView> {
  const [[row = defaults], exceptions] = await readRows(ctx, notificationSettingsRow(), exceptionRows());
  return { ...settingsOf(row), exceptions };
}

/** The viewer's row of `readNotificationSettings`. */
export const notificationSettingsRow = viewerQuery<void, SettingsRow>({
  text: (viewer) => sql`
    WITH ${namingWithKey(viewer)}
    SELECT coalesce(s.off, '[]') AS off, coalesce(s.from_connections, 0) AS fromConnections,
      coalesce((SELECT frequency FROM digests WHERE user_id = ${me}), ${sql.raw(`'${DEFAULT_DIGEST}'`)}) AS digest
    FROM me LEFT JOIN notification_settings s ON s.member = me.key`,
});

/** The exceptions of `readNotificationSettings`. */
export const exceptionRows = viewerQuery<void, NotificationException>({
  text: (viewer) => sql`
    WITH ${namingWithKey(viewer)}
    SELECT u.id AS id, u.username AS username, u.full_name AS fullName, u.profile_image AS profileImage,
      iif(x.is_always, 'always', 'never') AS mode
    FROM notification_exceptions x JOIN users u ON u.key = x.sender
    WHERE x.member = ${myKey} ORDER BY lower(u.username)`,
});

/** Changes the viewer's notification settings that are given. Stored notifications stay. Idempotent. */
export async function saveNotificationSettings(
  ctx: MemberCtx,
  { fromConnections, digest, ...on }: NotificationSettingsInput,
): Promise<NotificationSettings> {
  const { db, viewer } = ctx;
  const given = notificationChannels.filter((channel) => on[channel] !== undefined);
  const off = given.flatMap((channel) =>
    kindsOfChannel(channel)
      .filter((kind) => !on[channel]?.includes(kind))
      .map((kind) => switchName(channel, kind)),
  );
  const chosen = fromConnections === undefined ? null : Number(fromConnections);
  const results = await batchRows(db, [
    ...(digest === undefined ? [] : [chooseDigest(ctx, digest)]),
    sql`INSERT INTO notification_settings (member, off, from_connections)
      SELECT ${memberKey(viewer.id)}, ${JSON.stringify(off)}, coalesce(${chosen}, 0) WHERE TRUE
      ON CONFLICT (member) DO UPDATE SET
        off = (SELECT json_group_array(value) FROM (
          SELECT value FROM json_each(notification_settings.off)
          WHERE substr(value, 1, instr(value, ':') - 1) NOT IN (SELECT value FROM json_each(${JSON.stringify(given)}))
          UNION ALL SELECT value FROM json_each(excluded.off))),
        from_connections = coalesce(${chosen}, notification_settings.from_connections)
      RETURNING off, from_connections AS fromConnections,
        coalesce((SELECT frequency FROM digests WHERE user_id = ${viewer.id}), ${DEFAULT_DIGEST}) AS digest`,
  ]);
  // The last statement returns these columns.
  return settingsOf(results.at(-1)?.[0] as unknown as SettingsRow);
}

function settingsOf({ off, fromConnections, digest }: SettingsRow): NotificationSettings {
  const names: string[] = JSON.parse(off);
  const isOn = (channel: NotificationChannel) =>
    kindsOfChannel(channel).filter((kind) => !names.includes(switchName(channel, kind)));
  return {
    app: isOn("app"),
    push: isOn("push"),
    mail: isOn("mail"),
    digest,
    fromConnections: fromConnections === 1,
  };
}
