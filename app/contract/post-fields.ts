import { ALT_TEXT_MAX, CAPTION_MAX, LOCATION_MAX } from "./limits";
import { ALT_TEXT_TOO_LONG } from "./post-texts";
import { cleanLine, cleanText } from "./visible-text";
import { z } from "./zod";

/**
 * The fields that the author of a post writes, by their column of `posts`: the API, both forms, `createPost` and
 * `editPost` take every one of them. `altText` is that of the first photo.
 */
export const postFields = {
  caption: z
    .string()
    .overwrite(cleanText)
    .max(CAPTION_MAX, { error: "Caption must not be longer than 2200 characters." }),
  location: z
    .string()
    .overwrite(cleanLine)
    .max(LOCATION_MAX, { error: "Location must not be longer than 100 characters." }),
  altText: z.string().overwrite(cleanText).max(ALT_TEXT_MAX, { error: ALT_TEXT_TOO_LONG }),
};

export type PostField = keyof typeof postFields;

// `Object.keys` loses the names.
export const postFieldNames = Object.keys(postFields) as PostField[];

/** The fields in the view of a post. */
export const postFieldViews = {
  caption: z.string(),
  location: z.string(),
  altText: z.string(),
} satisfies Record<PostField, z.ZodType>;

/** The fields of one line, in the order of both forms. */
export const postLines = [
  { name: "location", label: "Location", limit: LOCATION_MAX, autoCapitalize: "words" },
] as const satisfies readonly { name: PostField; label: string; limit: number; autoCapitalize?: string }[];

/** Returns schemas of fields that may also be missing or null. */
export function nullishFields<Fields extends z.ZodRawShape>(fields: Fields) {
  const entries = Object.entries(fields).map(([name, schema]) => [name, z.nullish(schema)]);
  // `Object.fromEntries` loses the names.
  return Object.fromEntries(entries) as {
    [Name in keyof Fields]: z.ZodOptional<z.ZodNullable<Fields[Name]>>;
  };
}
