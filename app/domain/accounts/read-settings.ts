import { sql } from "drizzle-orm";
import type { Commenters } from "~/contract/commenting";
import type { Settings } from "~/contract/settings";
import { readRows, viewerQuery } from "~/db/viewer-query";
import type { ViewerCtx } from "../context";
import { holdsPassword } from "./password";

interface SettingsRow {
  hidden: number;
  typingHidden: number;
  readsHidden: number;
  discoveryHidden: number;
  hasPassword: number;
  commentsFrom: Commenters;
}

/** Returns the viewer's settings. */
export async function readSettings(ctx: ViewerCtx): Promise<Settings> {
  const [[row]] = await readRows(ctx, settingsRow());
  const { aiHidden: hidesAi, keepsOriginals, sensitivePhotos } = ctx.viewer;
  return {
    hidesPresence: row?.hidden === 1,
    hidesTyping: row?.typingHidden === 1,
    hidesReads: row?.readsHidden === 1,
    hidesAi,
    keepsOriginals,
    hidesFromDiscovery: row?.discoveryHidden === 1,
    sensitivePhotos,
    commentsFrom: row?.commentsFrom ?? "everyone",
    hasPassword: row?.hasPassword !== 0,
  };
}

/** The viewer's row of `readSettings`. */
export const settingsRow = viewerQuery<void, SettingsRow>({
  text: (viewer) => sql`
    SELECT presence_hidden AS hidden, typing_hidden AS typingHidden, reads_hidden AS readsHidden, discovery_hidden AS discoveryHidden, comments_from AS commentsFrom,
      ${holdsPassword} AS hasPassword
    FROM users WHERE id = ${viewer}`,
});
