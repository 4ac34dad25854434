import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/runtime-macro";
import { ALT_TEXT_MAX, CAPTION_MAX, LOCATION_MAX } from "./limits";

interface PostFieldRule {
  /** In UTF-16 code units, as `String.length`. */
  limit: number;
  tooLong: MessageDescriptor;
}

interface PostLineRule extends PostFieldRule {
  label: MessageDescriptor;
  autoCapitalize?: "words";
}

/** The fields of one line, in the order of both forms. */
const lines = {
  location: {
    label: msg`Location`,
    limit: LOCATION_MAX,
    tooLong: msg`Location must not be longer than 100 characters.`,
    autoCapitalize: "words",
  },
} as const satisfies Record<string, PostLineRule>;

/**
 * The fields that the author of a post writes, by their column of `posts`. API, forms, draft, view, export, checks of
 * words and reports use this list. `altText` is that of the first photo. No zod: the forms show before it is loaded.
 */
export const postFields = {
  caption: { limit: CAPTION_MAX, tooLong: msg`Caption must not be longer than 2200 characters.` },
  ...lines,
  altText: { limit: ALT_TEXT_MAX, tooLong: msg`Alt text must not be longer than 500 characters.` },
} as const satisfies Record<string, PostFieldRule>;

export type PostField = keyof typeof postFields;
export type PostLine = keyof typeof lines;

export const postFieldNames = Object.keys(postFields) as PostField[];

/** The controls of the lines. */
export const postLines = (Object.keys(lines) as PostLine[]).map(
  (name): Omit<PostLineRule, "tooLong"> & { name: PostLine } => {
    const { tooLong, ...line } = postFields[name];
    return { name, ...line };
  },
);

/** Returns a value for each field. */
export const eachPostField = <Value>(make: (name: PostField) => Value): Record<PostField, Value> =>
  Object.fromEntries(postFieldNames.map((name) => [name, make(name)])) as Record<PostField, Value>;
