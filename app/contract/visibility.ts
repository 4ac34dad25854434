import { msg } from "@lingui/core/runtime-macro";
import { ruleText } from "./messages";
import { z } from "./zod";

/** The members who may see a post, beside its author (docs/product.md#visibility). */
export const visibilities = ["everyone", "connections"] as const;

export const visibility = z.enum(visibilities, {
  error: ruleText(msg`Please choose who can see your post.`),
});
export type Visibility = z.infer<typeof visibility>;
