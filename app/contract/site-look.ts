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

/** The sizes of a site's icon in pixels: of the browser's tab, a phone's home screen, and an installed app. */
export const iconSizes = [32, 180, 192, 512] as const;
export const ICON_SIDE = 512;
/** The files of an icon by their names: each size, and one with a margin that a phone may cut off (W3C, Web Application Manifest). */
export const iconNames = [...iconSizes.map(String), "maskable"];

/** Returns the path of a file of a site's icon. Its content never changes. @param icon `icon` of the site's settings */
export const iconPath = (icon: string, name: string): string => `/site/icon/${icon}/${name}.png`;

/** The form with which an admin changes the name, the contact, the colour and the icon. An empty text stands for the default. */
export const siteLook = z.object({
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
export type SiteLook = z.infer<typeof siteLook>;
