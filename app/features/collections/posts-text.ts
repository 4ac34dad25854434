import type { MessageDescriptor } from "@lingui/core";
import { msg, plural } from "@lingui/core/macro";

/** Returns the number of posts of a collection. */
export const postsText = (count: number): MessageDescriptor =>
  count > 0 ? msg({ message: plural(count, { one: "# post", other: "# posts" }) }) : msg`No posts yet`;
