import { msg } from "@lingui/core/runtime-macro";
import { ruleText } from "./messages";
import { z } from "./zod";

export const presenceInput = z.object({
  /** Whether the member's presence is hidden from everybody. */
  hidden: z.boolean({ error: ruleText(msg`Say whether your presence is hidden.`) }),
});
export type PresenceInput = z.infer<typeof presenceInput>;
