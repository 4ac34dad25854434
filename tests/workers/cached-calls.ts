import type { CallName } from "~/contract/calls";
import type { Client } from "./client";

/** The calls that a hub may answer. */
export const cachedCalls = [
  "me",
  "readFeed",
  "listNotificationGroups",
  "countUnreadNotifications",
  "countUnreadMessages",
  "listChats",
  "readStories",
  "listConnections",
] as const satisfies CallName[];

/** Returns the replies of every read, as text. None has values of the session itself, which differ between browsers. */
export async function repliesTo(client: Client): Promise<string[]> {
  const replies: string[] = [];
  for (const name of cachedCalls) replies.push(JSON.stringify(await client.call(name)));
  return replies;
}
