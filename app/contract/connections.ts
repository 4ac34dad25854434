import { userSummary } from "./accounts";
import { z } from "./zod";

export const connectionItem = z.object({ user: userSummary });
export type ConnectionItem = z.infer<typeof connectionItem>;
/** A connection as the viewer sees it. `isPending`: the viewer sent a request; `hasPendingRequest`: the other did. */
export const connectionStatus = z.object({
  isConnected: z.boolean(),
  isPending: z.boolean(),
  hasPendingRequest: z.boolean(),
});
export type ConnectionStatus = z.infer<typeof connectionStatus>;

/** A member in a list of members. `connection` is the viewer's with them; null for the viewer. */
export const listedMember = userSummary.extend({ connection: connectionStatus.nullable() });
export type ListedMember = z.infer<typeof listedMember>;

/** The steps of a connection in frames of the channel (docs/product.md#channel). */
export const connectionSteps = ["pending", "accepted", "rejected", "cancelled", "disconnected"] as const;
export type ConnectionStep = (typeof connectionSteps)[number];

/** The members of the stories strip. */
export const storyMembers = z.array(userSummary);

/** The form that answers the connection request of a member. */
export const answerForm = z.object({ userId: z.string() });
