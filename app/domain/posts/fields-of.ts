import { eachPostField, type PostField } from "~/contract/post-fields";
import { posts } from "~/db/schema";

type Given = Partial<Record<PostField, string | null>>;

/**
 * Returns the fields of a post that its author writes. A missing one has its value in `old`, in a new post the default of
 * its column.
 */
export const fieldsOf = (given: Given, old: Given = {}): Record<PostField, string> =>
  eachPostField((name) => given[name] ?? old[name] ?? String(posts[name].default));
