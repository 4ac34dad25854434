import { sql } from "drizzle-orm";
import { defaultSite, type Site, type SiteTextKind } from "~/contract/site";
import type { Db } from "~/db/client";

/** The columns of a `SiteRow`. */
export const siteColumns = sql`
  SELECT s.version, s.name, s.accent, s.contact, s.icon, s.read_only AS readOnly, s.announcement,
    s.announcement_from AS "from", s.announcement_until AS "until",
    (SELECT json_group_array(json_array(kind, language, iif(kind IN ('terms', 'privacy'), '', content)))
      FROM site_texts) AS texts
  FROM site_settings s`;

/** Returns the settings of the site by one statement. Requests get those that the isolate has cached, as `ctx.site`. */
export async function readSite(db: Db): Promise<Site> {
  return siteOf(await db.get<SiteRow | undefined>(siteColumns));
}

/** Returns the settings in a row; the defaults without one. */
export function siteOf(row: SiteRow | undefined): Site {
  if (!row) return defaultSite;
  const { readOnly, announcement, from, until, texts, ...settings } = row;
  return {
    ...settings,
    isReadOnly: readOnly === 1,
    announcement: announcement ? { id: announcement, from, until } : null,
    texts: byKind(JSON.parse(texts)),
  };
}

/** A row of `siteColumns`. */
export interface SiteRow extends Pick<Site, "version" | "name" | "accent" | "contact" | "icon"> {
  readOnly: number;
  announcement: string;
  from: string;
  until: string;
  texts: string;
}

function byKind(rows: [kind: SiteTextKind, language: string, content: string][]): Site["texts"] {
  const texts: Partial<Record<SiteTextKind, Record<string, string>>> = {};
  for (const [kind, language, content] of rows) texts[kind] = { ...texts[kind], [language]: content };
  return texts;
}
