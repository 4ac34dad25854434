import { sql } from "drizzle-orm";
import {
  kindsOfChannel,
  type NoticeChannel,
  type NotificationException,
  type NotificationSettings,
  type NotificationSettingsInput,
  type NotificationSettingsView,
  noticeChannels,
  switchName,
} from "~/contract/notification-settings";
import { memberKey } from "~/db/keys";
import { myKey, namingWithKey, readRows, viewerQuery } from "~/db/viewer-query";
import type { MemberCtx, ViewerCtx } from "../context";

/** The columns of `notification_settings`. */
interface SettingsRow {
  /** A JSON array of `switchName`s. */
  off: string;
  fromConnections: number;
}

/** Returns the viewer's notification settings, with the exceptions in the order of the usernames. */
export async function readNotificationSettings(ctx: ViewerCtx): Promise<NotificationSettingsView> {
  const [[row], exceptions] = await readRows(ctx, notificationSettingsRow(), exceptionRows());
  return { ...settingsOf(row), exceptions };
}

/** The viewer's row of `readNotificationSettings`, if they have changed a setting. */
export const notificationSettingsRow = viewerQuery<void, SettingsRow>({
  text: (viewer) => sql`
    WITH ${namingWithKey(viewer)}
    SELECT off, from_connections AS fromConnections FROM notification_settings WHERE member = ${myKey}`,
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

/** Changes the viewer's notification settings; a field that is left out stays as it is. Stored notifications stay. Idempotent. */
export async function saveNotificationSettings(
  { db, viewer }: MemberCtx,
  { fromConnections, ...on }: NotificationSettingsInput,
): Promise<NotificationSettings> {
  const given = noticeChannels.filter((channel) => on[channel] !== undefined);
  const off = given.flatMap((channel) =>
    kindsOfChannel(channel)
      .filter((kind) => !on[channel]?.includes(kind))
      .map((kind) => switchName(channel, kind)),
  );
  const chosen = fromConnections === undefined ? null : Number(fromConnections);
  const row = await db.get<SettingsRow>(sql`
    INSERT INTO notification_settings (member, off, from_connections)
    SELECT ${memberKey(viewer.id)}, ${JSON.stringify(off)}, coalesce(${chosen}, 0) WHERE TRUE
    ON CONFLICT (member) DO UPDATE SET
      off = (SELECT json_group_array(value) FROM (
        SELECT value FROM json_each(notification_settings.off)
        WHERE substr(value, 1, instr(value, ':') - 1) NOT IN (SELECT value FROM json_each(${JSON.stringify(given)}))
        UNION ALL SELECT value FROM json_each(excluded.off))),
      from_connections = coalesce(${chosen}, notification_settings.from_connections)
    RETURNING off, from_connections AS fromConnections`);
  return settingsOf(row);
}

function settingsOf(
  { off, fromConnections }: SettingsRow = { off: "[]", fromConnections: 0 },
): NotificationSettings {
  const names: string[] = JSON.parse(off);
  const isOn = (channel: NoticeChannel) =>
    kindsOfChannel(channel).filter((kind) => !names.includes(switchName(channel, kind)));
  return {
    app: isOn("app"),
    push: isOn("push"),
    fromConnections: fromConnections === 1,
  };
}
