import { type Call, calls } from "~/contract/calls";
import { openDb } from "~/db/client";
import { firstPage, type PageRequest } from "~/db/cursor";
import type { HeldName, PreloadedRead, ViewerRead } from "~/db/viewer-query";
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

interface HeldCall {
  /** The reads that the reply to a request for the first page is made of. */
  reads: readonly HeldName[];
  handle: (asked: Asked) => Promise<unknown>;
}

/**
 * The calls whose finished replies a hub may hold (docs/decisions/0072-the-hub-answers.md). The reply depends on the
 * viewer and the rows of these reads, and on nothing else. The router serves them with the same functions.
 */
export const heldCalls = {
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
} satisfies Record<string, HeldCall>;

export type HeldCallName = keyof typeof heldCalls;

// The keys are names of calls: `finishers` would not compile otherwise.
const names = Object.keys(heldCalls) as HeldCallName[];
const finishers = new Map(names.map((name) => [name, finisherOf(calls[name])]));

const refuse = (): never => {
  throw new Error("A held reply is made of held rows only.");
};
// `batchRows` and drizzle call no other methods.
const { db: noDatabase } = openDb({ prepare: refuse, batch: refuse } as unknown as D1Database);

/**
 * Returns a function that returns the name of the held call whose reply consists of exactly the reads of a request;
 * null for all other requests.
 */
export function heldCallOf(call: Pick<Call, "method" | "path">) {
  const name = names.find((one) => calls[one] === call);
  if (name === undefined) return () => null;
  const wanted: readonly HeldName[] = heldCalls[name].reads;
  const isHeld = ({ held, fromHeld }: ViewerRead<unknown>, index: number) =>
    held === wanted[index] && fromHeld === null;
  return (reads: readonly ViewerRead<unknown>[]) =>
    reads.length === wanted.length && reads.every(isHeld) ? name : null;
}

/** Returns the reply to a held call, from the rows of its reads. @throws when the use case reads anything else */
export async function finishHeld(
  name: HeldCallName,
  viewer: ViewerCtx["viewer"],
  preloaded: readonly PreloadedRead[],
): Promise<FinishedReply> {
  const { handle }: HeldCall = heldCalls[name];
  const finish = finishers.get(name);
  if (!finish) throw new Error(`${name} has no reply.`);
  return finish(
    await handle({ ctx: { db: noDatabase, chats: [noDatabase], viewer, preloaded }, page: firstPage }),
  );
}
