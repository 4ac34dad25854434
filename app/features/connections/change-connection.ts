import type { ConnectionStatus } from "~/contract/connections";
import { api } from "~/features/api/client";

/** The calls that change a connection (docs/product.md#connections). */
const changes = {
  request: (userId: string) => api("POST /api/connections/request/{userId}", { params: { userId } }),
  cancel: (userId: string) => api("DELETE /api/connections/request/{userId}", { params: { userId } }),
  accept: (fromUserId: string) =>
    api("POST /api/connections/accept/{fromUserId}", { params: { fromUserId } }),
  reject: (fromUserId: string) =>
    api("POST /api/connections/reject/{fromUserId}", { params: { fromUserId } }),
  disconnect: (userId: string) => api("DELETE /api/connections/{userId}", { params: { userId } }),
};
export type ConnectionChange = keyof typeof changes;

/**
 * Changes the viewer's connection with a member and returns its new status.
 * @throws as `api` does
 */
export function changeConnection(change: ConnectionChange, userId: string): Promise<ConnectionStatus> {
  return changes[change](userId);
}
