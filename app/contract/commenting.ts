import { msg } from "@lingui/core/runtime-macro";
import { ruleText } from "./messages";
import { z } from "./zod";

/** The members who may comment on the posts of a member, beside the member. */
export const commenters = ["everyone", "connections", "nobody"] as const;
export type Commenters = (typeof commenters)[number];

export const commentersInput = z.object({
  from: z.enum(commenters, { error: ruleText(msg`Please choose who can comment on your posts.`) }),
});
export type CommentersInput = z.infer<typeof commentersInput>;

/** `open` when the viewer may comment on a post, else the owner's setting that forbids it. */
export const commenting = z.enum(["open", "connections", "nobody"]);
export type Commenting = z.infer<typeof commenting>;
