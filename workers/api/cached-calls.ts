import { type Call, calls } from "~/contract/calls";
import { openDb } from "~/db/client";
import { firstPage, type PageRequest } from "~/db/cursor";
import type { CachedReadName, PreloadedRead, ViewerRead } from "~/db/viewer-query";
import { readAccount } from "~/domain/accounts/read-account";
import { countUnreadMessages } from "~/domain/chat/count-unread";
import { listChats } from "~/domain/chat/list-chats";
import { listConnections } from "~/domain/connections/list-connections";
import { readStories } from "~/domain/connections/read-stories";
import type { ViewerCtx } from "~/domain/context";
import { countUnread } from "~/domain/notifications/count-unread";
import { listNotificationGroups } from "~/domain/notifications/list-groups";
import { readFeed } from "~/domain/posts/read-feed";
import { type FinishedReply, finisherOf } from "./finished-reply";

interface Asked {
  ctx: ViewerCtx;
  page: PageRequest;
}

interface CachedCall {
  /** The reads that the reply to a request for the first page is made of. */
  reads: readonly CachedReadName[];
  handle: (asked: Asked) => Promise<unknown>;
}

/**
 * The calls whose finished replies a hub may cache (docs/decisions/0072-the-hub-answers.md). The reply depends on the
 * viewer and the rows of these reads, and on nothing else. The router serves them with the same functions.
 */
export const cachedCalls = {
  me: { reads: [], handle: async ({ ctx }) => ({ user: readAccount(ctx) }) },
  readFeed: { reads: ["feed"], handle: ({ ctx, page }) => readFeed(ctx, page) },
  listNotificationGroups: {
    reads: ["notifications"],
    handle: ({ ctx, page }) => listNotificationGroups(ctx, page),
  },
  countUnreadNotifications: { reads: ["unread-notifications"], handle: ({ ctx }) => countUnread(ctx) },
  countUnreadMessages: {
    reads: ["unread-messages"],
    handle: async ({ ctx }) => ({ count: await countUnreadMessages(ctx) }),
  },
  listChats: { reads: ["chats"], handle: ({ ctx, page }) => listChats(ctx, { page }) },
  listConnections: { reads: ["connections"], handle: ({ ctx, page }) => listConnections(ctx, { page }) },
  readStories: { reads: ["connections"], handle: ({ ctx, page }) => readStories(ctx, page) },
} satisfies Record<string, CachedCall>;

export type CachedCallName = keyof typeof cachedCalls;

// The keys are names of calls: `finishers` would not compile otherwise.
const names = Object.keys(cachedCalls) as CachedCallName[];
const finishers = new Map(names.map((name) => [name, finisherOf(calls[name])]));

const refuse = (): never => {
  throw new Error("A cached reply is made of cached rows only.");
};
// `batchRows` and drizzle call no other methods.
const { db: noDatabase } = openDb({ prepare: refuse, batch: refuse } as unknown as D1Database);

/**
 * Returns a function that returns the name of the cached call whose reply consists of exactly the reads of a request;
 * null for all other requests.
 */
export function cachedCallOf(call: Pick<Call, "method" | "path">) {
  const name = names.find((one) => calls[one] === call);
  if (name === undefined) return () => null;
  const wanted: readonly CachedReadName[] = cachedCalls[name].reads;
  const isCached = ({ cachedAs, fromCached }: ViewerRead<unknown>, index: number) =>
    cachedAs === wanted[index] && fromCached === null;
  return (reads: readonly ViewerRead<unknown>[]) =>
    reads.length === wanted.length && reads.every(isCached) ? name : null;
}

/** Returns the reply to a cached call, from the rows of its reads. @throws when the use case reads anything else */
export async function finishCached(
  name: CachedCallName,
  viewer: ViewerCtx["viewer"],
  preloaded: readonly PreloadedRead[],
): Promise<FinishedReply> {
  const { handle }: CachedCall = cachedCalls[name];
  const finish = finishers.get(name);
  if (!finish) throw new Error(`${name} has no reply.`);
  return finish(
    await handle({ ctx: { db: noDatabase, chats: [noDatabase], viewer, preloaded }, page: firstPage }),
  );
}
