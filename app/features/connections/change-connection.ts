import type { ConnectionStatus } from "~/contract/connections";

/** What a member can do about a connection, and the call for it (spec point 7). */
const changes = {
  request: ["POST", "request/"],
  cancel: ["DELETE", "request/"],
  accept: ["POST", "accept/"],
  reject: ["POST", "reject/"],
  disconnect: ["DELETE", ""],
} as const;
export type ConnectionChange = keyof typeof changes;

/**
 * Makes the call. @returns how the two stand now
 * @throws when the server refuses or cannot be reached
 */
export async function changeConnection(change: ConnectionChange, userId: string): Promise<ConnectionStatus> {
  const [method, path] = changes[change];
  const reply = await fetch(`/api/connections/${path}${userId}`, { method });
  if (!reply.ok) throw new Error(`${reply.status}: ${await reply.text()}`);
  // Our own call: its reply is held against the contract by the tests.
  return (await reply.json()) as ConnectionStatus;
}
