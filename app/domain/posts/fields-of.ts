import { eachPostField, type PostField } from "~/contract/post-fields";
import { posts } from "~/db/schema";

type Given = Partial<Record<PostField, string | null>>;

/** Returns the fields of a post that its author writes. Missing ones are as in `old`, else the column's default. */
export const fieldsOf = (given: Given, old: Given = {}): Record<PostField, string> =>
  eachPostField((name) => given[name] ?? old[name] ?? String(posts[name].default));
