import { type Envelope, topics } from "~/platform/realtime";
import type { Ctx } from "../context";

/** The ids of the sessions that end, of the connections that are online, and of the members whose hubs hold something of the account. */
export interface Concerned {
  sessions: string[];
  audience: string[];
  affected: string[];
}

/** Ends the sessions and sockets of a deleted or suspended member, and removes the member from open pages and from what hubs hold. */
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
    ...affected.map((to): Envelope => ({ to, frame: { type: "changed", payload: { topics } } })),
  ]);
}
