import { type SQL, sql } from "drizzle-orm";
import { type BoundStatement, batchRows, prepared } from "./batch";
import type { Chats } from "./chats";
import type { Db } from "./client";

/** A session that has not expired at the time `at` (ISO 8601). */
export type SessionKey = { session: string; at: string };

/** The reads that the member's hub may cache (workers/hub/cached-reads.ts). */
export type CachedReadName =
  | "feed"
  | "notifications"
  | "unread-notifications"
  | "unread-messages"
  | "chats"
  | "connections";

/** A query about the viewer with its input. It can run before the viewer is known, in the session look-up's batch. */
export interface ViewerRead<Row> {
  /** The same object for every read whose SQL is the same. */
  query: object;
  /** The same text for every read of a query whose values are the same. */
  key: string;
  /** The name under which the member's hub may cache the rows, or rows that contain them; null if it never does. */
  cachedAs: CachedReadName | null;
  /** Picks the rows from the cached ones; returns null when they are not among them. Null when it picks all. */
  fromCached: ((rows: DbRow[]) => DbRow[] | null) | null;
  /** Statements for the main database, which is also chat database 0. */
  forMember: (viewer: string) => BoundStatement[];
  /** The same for a session's owner. For an unknown or expired one the viewer is NULL, and the rows mean nothing. */
  forSession: (session: SessionKey) => BoundStatement[];
  /** A statement for every other chat database; null for a read of the main database alone. */
  forChat: ((viewer: string) => BoundStatement) | null;
  /** Makes the rows of those of `forMember` and of each of the other chat databases. */
  join: (rows: DbRow[][], others: DbRow[][]) => Row[];
}

export type DbRow = Record<string, unknown>;

/** A read that ran with the session look-up, and its rows. */
export interface PreloadedRead {
  read: ViewerRead<unknown>;
  rows: DbRow[];
}

type Text<Input> = (viewer: SQL, input: Input) => SQL;

interface QueryDefinition<Input, Row, ChatRow, TextRow> {
  /** Writes the SQL, with `sql.placeholder` for each of `values`. Runs once per shape. @param viewer the viewer's id */
  text?: Text<Input>;
  /** The same for the part of the rows that the chat databases have. It names no other tables. */
  chat?: Text<Input>;
  /** The part of the chat databases other than the main one, when `text` has that of the main one. Replaces `chat`. */
  elsewhere?: Text<Input>;
  /** Makes the rows of those of `text` and of `chat` or `elsewhere`. By default they are those of either. */
  join?: (rows: TextRow[], chatRows: ChatRow[]) => Row[];
  values?: (input: Input) => Record<string, string | number>;
  /** Names the part of the input that changes the text, such as the number in a LIMIT. It must have few values. */
  shape?: (input: Input) => number;
  /**
   * Returns the name under which the member's hub may cache the rows for an input: one name for one input, or for
   * inputs whose rows `fromCached` picks. Never for a read that decides what the viewer may do.
   */
  cachedAs?: (input: Input) => CachedReadName | null;
  /** Returns the rows for an input if they are among the cached ones; null for the input whose rows are cached. */
  fromCached?: (input: Input) => ((rows: Row[]) => Row[] | null) | null;
}

/** Names the viewer `me` in the WITH of a statement that compares several columns with it: reads the session once. */
export function naming(viewer: SQL): SQL {
  return sql`me(id) AS (SELECT ${viewer})`;
}

/** Does the same for a statement that also compares columns with the viewer's key. */
export function namingWithKey(viewer: SQL): SQL {
  return sql`me(id, key) AS MATERIALIZED (SELECT id, key FROM users WHERE id = ${viewer})`;
}

/** The viewer's id in a statement with `naming` or `namingWithKey`. */
export const me = sql`(SELECT id FROM me)`;

/** The viewer's key in a statement with `namingWithKey`. */
export const myKey = sql`(SELECT key FROM me)`;

/**
 * The time at which a statement runs, in the form of the stored timestamps. A time from the use case would be another
 * input than the one that the preload had.
 */
export const currentTime = sql`strftime('%Y-%m-%dT%H:%M:%fZ', 'now')`;

const sessionOwner = sql`(SELECT user_id FROM sessions
  WHERE id = ${sql.placeholder("session")} AND expires_at > ${sql.placeholder("at")})`;

/**
 * Defines a query whose rows depend on the viewer and an input. A use case runs it with `readRows`; workers/preloads.ts
 * names the calls and pages for which it runs ahead of the use case.
 */
export function viewerQuery<Input, Row, ChatRow = Row, TextRow = Row>({
  text,
  chat,
  elsewhere,
  // Rows of the same type, unless the definition says otherwise.
  join = (rows, chatRows) => [...(rows as unknown as Row[]), ...(chatRows as unknown as Row[])],
  values = () => ({}),
  shape = () => 0,
  cachedAs = () => null,
  fromCached = () => null,
}: QueryDefinition<Input, Row, ChatRow, TextRow>) {
  const inOthers = chat ?? elsewhere;
  const prepare = (input: Input) => {
    const parts = [text, chat].filter((part) => part !== undefined);
    const write = (part: Text<Input>, viewer: SQL) => prepared(part(viewer, input));
    const member = sql`${sql.placeholder("viewer")}`;
    return {
      forMember: parts.map((part) => write(part, member)),
      forSession: parts.map((part) => write(part, sessionOwner)),
      forChat: inOthers ? write(inOthers, member) : null,
    };
  };
  const byShape = new Map<number, ReturnType<typeof prepare>>();
  return (input: Input): ViewerRead<Row> => {
    const query = byShape.get(shape(input)) ?? prepare(input);
    byShape.set(shape(input), query);
    const given = values(input);
    const { forChat } = query;
    return {
      query,
      key: JSON.stringify(given),
      cachedAs: cachedAs(input),
      // The text names its columns as `Row` does.
      fromCached: fromCached(input) as ViewerRead<Row>["fromCached"],
      forMember: (viewer) => query.forMember.map((part) => part({ ...given, viewer })),
      forSession: (session) => query.forSession.map((part) => part({ ...given, ...session })),
      forChat: forChat && ((viewer) => forChat({ ...given, viewer })),
      join: (rows, others) => {
        const own = text ? (rows[0] ?? []) : [];
        const chatRows = [...(chat ? (rows.at(-1) ?? []) : []), ...others.flat()];
        // The texts name their columns as `TextRow`, `ChatRow` and `Row` do.
        return inOthers ? join(own as TextRow[], chatRows as ChatRow[]) : (own as Row[]);
      },
    };
  };
}

/**
 * Runs reads: in one batch in the main database and, at the same time, in one batch in every other chat database.
 * @param bind writes the statements of a read for the main database
 * @param inMain runs a batch in the main database
 * @param memberId the viewer
 * @returns the rows of each read, in their order
 */
export async function runReads(
  reads: readonly ViewerRead<unknown>[],
  bind: (read: ViewerRead<unknown>) => BoundStatement[],
  inMain: (statements: BoundStatement[]) => Promise<DbRow[][]>,
  [, ...others]: Chats,
  memberId: string,
): Promise<DbRow[][]> {
  const lists = reads.map(bind);
  const inChats = reads.flatMap(({ forChat }) => forChat?.(memberId) ?? []);
  const statements = lists.flat();
  const [results, ...found] = await Promise.all([
    inMain(statements),
    ...others.map((chat) => (inChats.length === 0 ? [] : batchRows(chat, inChats))),
  ]);
  const rows = results.values();
  const chatRows = found.map((one) => one.values());
  return reads.map(({ join, forChat }, index) => {
    const own = (lists[index] ?? []).map(() => rows.next().value ?? []);
    const inOthers = forChat ? chatRows.map((one) => one.next().value ?? []) : [];
    // The rows of a database.
    return join(own, inOthers) as DbRow[];
  });
}

interface Reader {
  db: Db;
  /** The chat databases; for reads of the main database alone they may be missing. */
  chats?: Chats;
  viewer: { id: string };
  preloaded?: readonly PreloadedRead[];
}

type RowsOf<Reads> = { [Index in keyof Reads]: Reads[Index] extends ViewerRead<infer Row> ? Row[] : never };

/** Returns the rows of each read: those that were preloaded for this request, the others in one batch a database. */
export async function readRows<const Reads extends readonly ViewerRead<unknown>[]>(
  { db, chats = [db], viewer, preloaded = [] }: Reader,
  ...reads: Reads
): Promise<RowsOf<Reads>> {
  const ahead = (read: ViewerRead<unknown>) =>
    preloaded.find((one) => one.read.query === read.query && one.read.key === read.key)?.rows;
  const missing = reads.filter((read) => !ahead(read));
  const inMain = (statements: BoundStatement[]) => batchRows(db, statements);
  const fetched =
    missing.length === 0
      ? []
      : await runReads(missing, (read) => read.forMember(viewer.id), inMain, chats, viewer.id);
  const rows = reads.map((read) => ahead(read) ?? fetched[missing.indexOf(read)] ?? []);
  // One list for each read, in their order. `Row` names the columns of its texts.
  return rows as RowsOf<Reads>;
}
