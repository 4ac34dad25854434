import { type Envelope, topics } from "~/platform/realtime";
import type { Ctx } from "../context";
import { deletedNotifications } from "../posts/publish-notifications";

/** Ids: of the sessions that end, of online connections, of members whose hubs have cached something of the account. */
export interface Concerned {
  sessions: string[];
  audience: string[];
  affected: string[];
}

/** Ends a deleted or suspended member's sessions and sockets, and removes them from open pages and hubs. */
export function publishClosedAccount(
  ctx: Pick<Ctx, "realtime">,
  memberId: string,
  { sessions, audience, affected }: Concerned,
): void {
  ctx.realtime.accountClosed(memberId, sessions, [
    ...audience.flatMap((to): Envelope[] => {
      const payload = { fromUserId: memberId, toUserId: to, status: "disconnected" } as const;
      return [
        { to, frame: { type: "connection_status", payload } },
        { to, frame: { type: "offline", payload: { userId: memberId } } },
      ];
    }),
    ...affected.flatMap((to): Envelope[] => [
      { to, frame: { type: "changed", payload: { topics } } },
      { to, frame: deletedNotifications({ fromUserId: memberId }) },
    ]),
  ]);
}
