import { counted } from "~/contract/counted";

/** Returns the number of posts of a collection. */
export const postsText = (count: number): string => (count > 0 ? counted(count, "post") : "No posts yet");
