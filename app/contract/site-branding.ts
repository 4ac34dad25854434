import { msg } from "@lingui/core/runtime-macro";
import { isColour } from "./accent";
import { email } from "./accounts";
import { AVATAR_TOO_LARGE } from "./avatar-texts";
import { AVATAR_MAX_BYTES } from "./limits";
import { ruleText } from "./messages";
import { note } from "./moderation";
import { lengthOf } from "./text-length";
import { cleanLine } from "./visible-text";
import { z } from "./zod";

/** Characters of the name of a site. */
export const SITE_NAME_MAX = 30;

/** The form with which an admin changes the name, contact, colour and icon. An empty text stands for the default. */
export const siteBranding = z.object({
  name: z
    .string()
    .overwrite(cleanLine)
    .trim()
    .refine((name) => lengthOf(name) <= SITE_NAME_MAX, {
      error: ruleText(msg`The name must not be longer than ${{ max: SITE_NAME_MAX }} characters.`),
    })
    .default(""),
  contact: email.optional(),
  accent: z
    .string()
    .trim()
    .toLowerCase()
    .refine((text) => text === "" || isColour(text), {
      error: ruleText(msg`Please enter a colour such as #0b57d0.`),
    })
    .default(""),
  icon: z
    .file()
    .max(AVATAR_MAX_BYTES, { error: ruleText(AVATAR_TOO_LARGE) })
    .optional(),
  removesIcon: z.boolean().optional(),
  note,
});
export type SiteBranding = z.infer<typeof siteBranding>;
