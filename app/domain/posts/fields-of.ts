import { type PostField, postFieldNames } from "~/contract/post-field-names";
import type { PostView } from "~/contract/posts";
import { posts } from "~/db/schema";

type Given = Partial<Record<PostField, string | null>>;

/**
 * Returns the fields of a post that its author writes. A missing one has its value in `old`, in a new post the default of
 * its column.
 */
export function fieldsOf(given: Given, old: Given = {}): Pick<PostView, PostField> {
  const values = postFieldNames.map((name) => [
    name,
    given[name] ?? old[name] ?? posts[name].default ?? null,
  ]);
  // `Object.fromEntries` loses the names; the contract's schema has checked the values.
  return Object.fromEntries(values) as Pick<PostView, PostField>;
}
