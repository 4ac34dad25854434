import { z } from "./zod";

export const presenceInput = z.object({
  /** Whether the member's presence is hidden from everybody. */
  hidden: z.boolean({ error: "Say whether your presence is hidden." }),
});
export type PresenceInput = z.infer<typeof presenceInput>;
