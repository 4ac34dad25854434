import { z } from "zod";

export const presenceInput = z.object({
  /** Whether nobody is told when the member is online. */
  hidden: z.boolean({ error: "Say whether your presence is hidden." }),
});
export type PresenceInput = z.infer<typeof presenceInput>;
