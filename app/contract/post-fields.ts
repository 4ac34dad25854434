import { msg } from "@lingui/core/runtime-macro";
import { ALT_TEXT_MAX, CAPTION_MAX, LOCATION_MAX } from "./limits";
import { ruleText } from "./messages";
import type { PostField } from "./post-field-names";
import { ALT_TEXT_TOO_LONG } from "./post-texts";
import { cleanLine, cleanText } from "./visible-text";
import { z } from "./zod";

/** The schemas of the fields that the author of a post writes. */
export const postFields = {
  caption: z
    .string()
    .overwrite(cleanText)
    .max(CAPTION_MAX, { error: ruleText(msg`Caption must not be longer than 2200 characters.`) }),
  location: z
    .string()
    .overwrite(cleanLine)
    .max(LOCATION_MAX, { error: ruleText(msg`Location must not be longer than 100 characters.`) }),
  altText: z
    .string()
    .overwrite(cleanText)
    .max(ALT_TEXT_MAX, { error: ruleText(ALT_TEXT_TOO_LONG) }),
} satisfies Record<PostField, z.ZodString>;

/** The fields in the view of a post. */
export const postFieldViews = {
  caption: z.string(),
  location: z.string(),
  altText: z.string(),
} satisfies Record<PostField, z.ZodType>;

/** Returns schemas of fields that may also be missing or null. */
export function nullishFields<Fields extends z.ZodRawShape>(fields: Fields) {
  const entries = Object.entries(fields).map(([name, schema]) => [name, z.nullish(schema)]);
  // `Object.fromEntries` loses the names.
  return Object.fromEntries(entries) as {
    [Name in keyof Fields]: z.ZodOptional<z.ZodNullable<Fields[Name]>>;
  };
}
