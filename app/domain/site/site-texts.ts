import { sql } from "drizzle-orm";
import type { Block } from "~/contract/markdown";
import { languageOfText, type Site, type SiteText, type SiteTextKind } from "~/contract/site";
import type { SiteTextForm } from "~/contract/site-forms";
import { isModerator } from "~/db/moderators";
import { me, naming, readRows, viewerQuery } from "~/db/viewer-query";
import type { Ctx, MemberCtx } from "../context";
import { asModerator } from "../moderation/as-moderator";
import { changeSite } from "./change-site";
import { parseMarkdown } from "./markdown";
import { type SiteRow, siteColumns, siteOf } from "./read-site";

type Reader = Pick<Ctx, "site" | "operator" | "language">;

/** Returns the language in which the reader gets a text of the operator's; null when there is none. */
const languageFor = ({ site, operator, language }: Reader, kind: SiteTextKind): string | null =>
  languageOfText(site.texts[kind], language(), operator?.prevails);

/** Returns a short text of the operator's for the reader; null when there is none. */
export function siteTextFor(ctx: Reader, kind: "rules" | "announcement" | "read_only"): SiteText | null {
  const language = languageFor(ctx, kind);
  const text = language && ctx.site.texts[kind]?.[language];
  return text ? { text, language } : null;
}

/** A text of the operator's that is a page or a part of one. */
export interface MarkdownText {
  blocks: Block[];
  language: string;
}

/** Returns the rules for the reader; null when there are none. */
export function rulesFor(ctx: Reader): MarkdownText | null {
  const rules = siteTextFor(ctx, "rules");
  return rules && { blocks: parseMarkdown(rules.text), language: rules.language };
}

/** Returns the operator's terms or privacy policy, and the day of the change (ISO 8601); null for the product's. */
export async function readOwnPage(
  ctx: Reader & Pick<Ctx, "db">,
  kind: "terms" | "privacy",
): Promise<(MarkdownText & { changedAt: string }) | null> {
  const language = languageFor(ctx, kind);
  if (!language) return null;
  const row = await ctx.db.get<{ content: string; changedAt: string } | undefined>(sql`
    SELECT content, changed_at AS changedAt FROM site_texts WHERE kind = ${kind} AND language = ${language}`);
  return row ? { blocks: parseMarkdown(row.content), language, changedAt: row.changedAt } : null;
}

/** A text at the desk. */
export interface EditedText {
  content: string;
  /** The languages in which there is a text of the kind. */
  languages: string[];
  mayChange: boolean;
}

/** Returns a text in a language as it is written, for the desk. @throws AppError `not_found` for members */
export async function readSiteText(
  ctx: MemberCtx,
  kind: SiteTextKind,
  language: string,
): Promise<EditedText> {
  const { viewer } = asModerator(ctx);
  const [rows] = await readRows(ctx, siteTextRows({ kind, language }));
  const own = rows.find((row) => row.language === language);
  return {
    content: own?.content ?? "",
    languages: rows.map((row) => row.language),
    mayChange: viewer.role === "admin",
  };
}

/** The rows of `readSiteText`. */
export const siteTextRows = viewerQuery<
  { kind: string; language: string },
  { language: string; content: string }
>({
  text: (viewer) => sql`
    WITH ${naming(viewer)}
    SELECT language, iif(language = ${sql.placeholder("language")}, content, '') AS content FROM site_texts
    WHERE kind = ${sql.placeholder("kind")} AND ${isModerator(me)}`,
  values: ({ kind, language }) => ({ kind, language }),
});

/** Returns the settings of the site as they are stored, for the desk. @throws AppError `not_found` for members */
export async function readSiteAtDesk(ctx: MemberCtx): Promise<Site> {
  const [[row]] = await readRows(asModerator(ctx), siteRow());
  return siteOf(row);
}

/** The row of `readSiteAtDesk`. */
export const siteRow = viewerQuery<void, SiteRow>({
  text: (viewer) => sql`WITH ${naming(viewer)} ${siteColumns} WHERE ${isModerator(me)}`,
});

/** Stores a text of the operator's, or removes an empty one. Idempotent. @throws AppError as `changeSite` */
export async function saveSiteText(ctx: MemberCtx, form: SiteTextForm): Promise<void> {
  const { kind, language, content, note } = form;
  const where = sql`kind = ${kind} AND language = ${language}`;
  const before = sql`coalesce((SELECT content FROM site_texts WHERE ${where}), '')`;
  await changeSite(ctx, {
    what: `${kind} (${language})`,
    note,
    differs: sql`${before} <> ${content}`,
    store: (isLogged) => [
      content
        ? sql`INSERT INTO site_texts (kind, language, content, changed_at)
            SELECT ${kind}, ${language}, ${content}, ${ctx.now().toISOString()} WHERE ${isLogged}
            ON CONFLICT (kind, language) DO UPDATE SET content = excluded.content, changed_at = excluded.changed_at`
        : sql`DELETE FROM site_texts WHERE ${where} AND ${isLogged}`,
    ],
  });
}
