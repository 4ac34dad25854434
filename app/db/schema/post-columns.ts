import { getTableColumns } from "drizzle-orm";
import { posts } from "./posts";

export type PostColumn = keyof typeof posts.$inferSelect;

/**
 * Columns of `posts` that a use of them leaves out, each with the reason. A new column has every use that does not list
 * it: `tests/unit/post-columns.test.ts` says what it then needs.
 */
type Excluded = Partial<Record<PostColumn, string>>;

/** Those that the view of a post does not have. */
export const notInView = {
  mediaId: "`mediaUrl` contains it",
  clientId: "a request's idempotency key",
  key: "never sent to a client",
  isSensitive: "`cover` tells it",
  isCovered: "`cover` tells it",
  words: "an index of the caption and the location",
  pinnedComment: "the view has the comment itself",
} satisfies Excluded;

/** Those that the export of the author's account does not have. */
export const notExported = {
  userId: "all rows are of one member",
  mediaId: "`mediaUrl` contains it",
  width: "measured from the photo, which is exported",
  height: "measured from the photo",
  placeholder: "made from the photo",
  color: "made from the photo",
  originalSize: "the size of the exported photo",
  photoCount: "`photos` lists them",
  clientId: "a request's idempotency key",
  key: "never sent to a client",
  words: "an index of the caption and the location",
} satisfies Excluded;

/** Those that a removed post does not get back after an appeal (app/domain/moderation/removals.ts). */
export const notRestored = {
  clientId: "a repeated request must not find another post",
  key: "a trigger numbers the row",
  likeCount: "its likes were deleted with it",
  commentCount: "its comments were deleted with it",
  pinnedComment: "its comments were deleted with it",
} satisfies Excluded;

/** Returns the columns of `posts` without some, as pairs of the property and the name in SQL. */
export function postColumnsWithout(excluded: Excluded): [property: string, column: string][] {
  return Object.entries(getTableColumns(posts))
    .filter(([property]) => !(property in excluded))
    .map(([property, { name }]) => [property, name]);
}

/** The columns that the view of a post has under the same names. */
export type ViewColumn = Exclude<PostColumn, keyof typeof notInView>;
