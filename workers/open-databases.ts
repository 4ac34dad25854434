import type { Chats } from "~/db/chats";
import { type Db, type DbCost, openDb } from "~/db/client";
import type { SessionGuard } from "~/db/session-guard";
import { chatBindings } from "./chat-bindings";

/**
 * Returns the databases of one request, which open when they are first asked for.
 * @param start returns where the session of the main one starts
 */
export function openDatabases(env: Env, start: () => D1SessionConstraint | D1SessionBookmark, cost: DbCost) {
  const guard: SessionGuard = { session: null };
  let main: { db: Db; session: D1DatabaseSession } | undefined;
  let chats: Chats | undefined;
  const open = () => {
    const session = env.DB.withSession(start());
    return { session, db: openDb(session, cost, guard).db };
  };
  const openMain = () => {
    main ??= open();
    return main;
  };
  return {
    guard,
    main: openMain,
    chats: () => {
      // The main database's bookmark says nothing about their rows: they are read at the primary.
      chats ??= [openMain().db, ...chatBindings(env).map((chat) => openDb(chat, cost).db)];
      return chats;
    },
    /** Returns the bookmark that the main one has reached; null before its first statement. */
    bookmark: () => main?.session.getBookmark() ?? null,
  };
}
