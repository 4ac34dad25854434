import { z } from "zod";
import { userSummary } from "./accounts";

export const connectionItem = z.object({ user: userSummary });
export type ConnectionItem = z.infer<typeof connectionItem>;
/** How one member stands with another, as the member who asks sees it. `isPending`: I asked; `hasPendingRequest`: they did. */
export const connectionStatus = z.object({
  isConnected: z.boolean(),
  isPending: z.boolean(),
  hasPendingRequest: z.boolean(),
});
export type ConnectionStatus = z.infer<typeof connectionStatus>;

/** What can happen between two members, as the channel tells it (spec point 4). */
export const connectionSteps = ["pending", "accepted", "rejected", "cancelled", "disconnected"] as const;
export type ConnectionStep = (typeof connectionSteps)[number];

/** The circle a stories strip is made of. */
export const storyMembers = z.array(userSummary);
