import type { ConnectionStatus } from "~/contract/connections";
import { sendJson } from "~/features/api/json";

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
export function changeConnection(change: ConnectionChange, userId: string): Promise<ConnectionStatus> {
  const [method, path] = changes[change];
  return sendJson(method, `/api/connections/${path}${userId}`);
}
