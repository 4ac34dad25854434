import { msg } from "@lingui/core/runtime-macro";
import { ruleText } from "./messages";
import { z } from "./zod";

/** The kinds of covers of a photo, by their author. A moderator's cover outranks the owner's, who cannot remove it. */
const photoCovers = ["owner", "moderator"] as const;

/** Null when nobody has covered the photo. */
export const photoCover = z.enum(photoCovers).nullable();
export type PhotoCover = z.infer<typeof photoCover>;

/**
 * The results of the image check (docs/moderation.md#image-check): nothing was found; the photo is covered; the photo
 * is held until a moderator decides.
 */
export const verdicts = ["clear", "sensitive", "certain"] as const;
export type Verdict = (typeof verdicts)[number];

/** The ways in which a member sees covered photos; `hide` also excludes their posts from feed, Explore and hashtags. */
export const sensitiveModes = ["cover", "show", "hide"] as const;
export type SensitiveMode = (typeof sensitiveModes)[number];

export const sensitiveInput = z.object({
  mode: z.enum(sensitiveModes, { error: ruleText(msg`Please choose how to show sensitive photos.`) }),
});
export type SensitiveInput = z.infer<typeof sensitiveInput>;
