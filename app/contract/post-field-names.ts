import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/runtime-macro";
import { LOCATION_MAX } from "./limits";

/**
 * The fields that the author of a post writes, by their column of `posts`: the API, both forms, `createPost` and `editPost` take every
 * one of them. `altText` is that of the first photo. Their schemas are in post-fields.ts: the forms show before zod is loaded.
 */
export const postFieldNames = ["caption", "location", "altText"] as const;

export type PostField = (typeof postFieldNames)[number];

/** The fields of one line, in the order of both forms. */
export const postLines = [
  { name: "location", label: msg`Location`, limit: LOCATION_MAX, autoCapitalize: "words" },
] as const satisfies readonly {
  name: PostField;
  label: MessageDescriptor;
  limit: number;
  autoCapitalize?: string;
}[];
