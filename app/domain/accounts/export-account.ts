import { msg } from "@lingui/core/runtime-macro";
import { type SQL, sql } from "drizzle-orm";
import { attachmentName } from "~/contract/attachment-name";
import type { Role } from "~/contract/moderation";
import { shownWord } from "~/contract/mutes";
import type { Db } from "~/db/client";
import { memberKey } from "~/db/keys";
import { limit } from "~/db/limit";
import type { MemberCtx, ViewerCtx } from "../context";
import { readNotificationSettings } from "../notifications/notification-settings";
import { takeFromLimits } from "../rate-limit";
import { attachments, type List, lists, photos } from "./export-lists";
import { readAccount } from "./read-account";
import { readSettings } from "./read-settings";
import { requireStepUp } from "./step-up";

/** The context of an export, which needs no session. */
type ExportCtx = ViewerCtx & Pick<MemberCtx, "media" | "now">;

/** One file of the export. */
export interface ExportFile {
  name: string;
  lastModified: Date;
  input: string | AsyncIterable<Uint8Array> | ReadableStream<Uint8Array>;
}

const ROWS = 500;

type Row = Record<string, unknown>;

/**
 * Returns the files of the viewer's data: rows as JSON, photos, and the attachments of their conversations. Rows are
 * read in pages and photos one at a time, so memory use does not grow with the account.
 * @throws AppError `step_up` or `rate_limited`, before the first file
 */
export async function exportAccount(ctx: MemberCtx): Promise<AsyncGenerator<ExportFile>> {
  await requireStepUp(ctx);
  await takeFromLimits(
    ctx,
    { export: [ctx.viewer.id] },
    msg`Too many exports. Please wait a minute and try again.`,
  );
  return filesOf(ctx);
}

/** Returns the files of the viewer's data. The caller has checked who asks. */
export async function* filesOf(ctx: ExportCtx): AsyncGenerator<ExportFile> {
  const lastModified = ctx.now();
  yield { name: "account.json", lastModified, input: JSON.stringify(await accountOf(ctx), null, 2) };
  for (const [name, list] of Object.entries(lists)) {
    const rows =
      "messages" in list ? named(ctx, messagePages(ctx, list.messages(ctx.viewer.id))) : pages(ctx, list);
    yield { name: `${name}.json`, lastModified, input: jsonArray(rows) };
  }
  for await (const photo of pages(ctx, photos)) {
    const stored = await ctx.media.get(String(photo.id), photo.originalSize === null ? "full" : "original");
    if (!stored) continue;
    yield {
      name: `photos/${photo.id}.webp`,
      lastModified: new Date(String(photo.createdAt)),
      input: stored.body,
    };
  }
  for await (const page of messagePages(ctx, attachments)) yield* attachmentFiles(ctx, page);
}

async function* attachmentFiles(ctx: ExportCtx, rows: Row[]): AsyncGenerator<ExportFile> {
  for (const { id, mediaId, type, name, createdAt } of rows) {
    const isImage = String(type).startsWith("image/");
    const stored = await ctx.media.getPrivate(String(mediaId), isImage ? "full" : "file");
    if (!stored) continue;
    yield {
      // Photos are stored as WebP, whatever their name; the id keeps the names of two messages' files apart.
      name: `attachments/${id}-${attachmentName(String(name), String(type))}${isImage ? ".webp" : ""}`,
      lastModified: new Date(String(createdAt)),
      input: stored.body,
    };
  }
}

interface AccountRow {
  createdAt: string;
  activeOn: string | null;
  profileSetupAt: string | null;
  role: Role;
  silencedUntil: string | null;
  twoFactorSince: string | null;
  language: string | null;
}

/** Returns the account with the day of joining and its settings. The theme is stored in the browser. */
async function accountOf(ctx: ExportCtx) {
  const { language, ...account } = await ctx.db.get<AccountRow>(sql`
    SELECT u.created_at AS createdAt, u.active_on AS activeOn, u.profile_setup_at AS profileSetupAt, u.role AS role, u.silenced_until AS silencedUntil,
      t.confirmed_at AS twoFactorSince, u.language AS language
    FROM users u LEFT JOIN totp_secrets t ON t.user_id = u.id WHERE u.id = ${ctx.viewer.id}`);
  const { hidesPresence: hidesOnlineStatus, hidesAi: hidesAiPosts, ...others } = await readSettings(ctx);
  const mutedWords = ctx.viewer.mutedWords.map(shownWord);
  const { exceptions: _, ...notifications } = await readNotificationSettings(ctx);
  const settings = { hidesOnlineStatus, hidesAiPosts, ...others, language, mutedWords, notifications };
  const { emailConfirmed: isEmailConfirmed } = ctx.viewer;
  return { ...readAccount(ctx), isEmailConfirmed, ...account, settings };
}

async function* pages(ctx: ExportCtx, { rows, owners, key, start, byKey }: List): AsyncGenerator<Row> {
  const member = byKey ? memberKey(ctx.viewer.id) : ctx.viewer.id;
  let after: unknown = start;
  while (true) {
    // One SELECT for each owner column uses its index; `${me} IN (sender_id, receiver_id)` would read the whole table.
    const sides = owners.map(
      (owner) => sql`SELECT ${key} AS "key", ${rows} WHERE ${owner} = ${member} AND ${key} > ${after}`,
    );
    const page: Row[] = await ctx.db.all<Row>(
      sql`${sql.join(sides, sql` UNION ALL `)} ORDER BY "key" ${limit(ROWS)}`,
    );
    for (const { key: at, ...row } of page) {
      after = at;
      yield withTypes(row);
    }
    if (page.length < ROWS) return;
  }
}

/** Returns the member's messages, one conversation after the other, each in its order. */
async function* messagePages(ctx: ExportCtx, rows: SQL): AsyncGenerator<Row[]> {
  for (const chat of ctx.chats) yield* messagePagesIn(chat, ctx.viewer.id, rows);
}

async function* messagePagesIn(chat: Db, me: string, rows: SQL): AsyncGenerator<Row[]> {
  let after = { conversation: 0, message: 0 };
  while (true) {
    const page: Row[] = await chat.all<Row>(sql`
      SELECT c.key AS inConversation, ${rows}
      WHERE c.key IN (
          SELECT key FROM conversations WHERE low_id = ${me}
          UNION ALL SELECT key FROM conversations WHERE high_id = ${me})
        AND c.key >= ${after.conversation}
        AND m.conversation = c.key AND m.id > iif(c.key = ${after.conversation}, ${after.message}, 0)
      ORDER BY c.key, m.id ${limit(ROWS)}`);
    const last = page.at(-1);
    if (last) after = { conversation: Number(last.inConversation), message: Number(last.id) };
    yield page.map(({ inConversation: _, ...row }) => withTypes(row));
    if (page.length < ROWS) return;
  }
}

/** Replaces the ids of members by their usernames. */
async function* named({ db }: ExportCtx, messagesOf: AsyncGenerator<Row[]>): AsyncGenerator<Row> {
  for await (const page of messagesOf) {
    if (page.length === 0) continue;
    const ids = JSON.stringify([...new Set(page.flatMap(({ from, to }) => [from, to]))]);
    const users = await db.all<{ id: string; username: string }>(
      sql`SELECT u.id AS id, u.username AS username FROM json_each(${ids}) JOIN users u ON u.id = value`,
    );
    const names = new Map<unknown, string>(users.map(({ id, username }) => [id, username]));
    for (const row of page) yield { ...row, from: names.get(row.from), to: names.get(row.to) };
  }
}

/** SQLite has no booleans and no lists. */
function withTypes(row: Row): Row {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      if (/^is[A-Z]/.test(name)) return [name, value === 1];
      const isJson = name === "photos" || (name === "camera" && value !== null);
      return [name, isJson ? JSON.parse(String(value)) : value];
    }),
  );
}

/** Writes rows as a JSON array while they are read. */
async function* jsonArray(rows: AsyncIterable<Row>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  let before = "[\n";
  for await (const row of rows) {
    yield encoder.encode(before + JSON.stringify(row));
    before = ",\n";
  }
  yield encoder.encode(before === "[\n" ? "[]\n" : "\n]\n");
}
