import { eachPostField } from "~/contract/post-fields";
import type { PostView } from "~/contract/posts";

/** Returns the view of a post without comments, likes and texts. */
export const postOf = (given: Partial<PostView> = {}): PostView => ({
  id: "p",
  userId: "u",
  user: { id: "u", username: "u", fullName: "U", profileImage: null },
  ...eachPostField(() => ""),
  mediaUrl: "/media/x",
  width: 4,
  height: 3,
  placeholder: "",
  color: "#000000",
  isAi: false,
  createdAt: "2026-01-01T00:00:00.000Z",
  editedAt: null,
  cover: null,
  visibility: "everyone",
  commenting: "open",
  likeCount: 0,
  commentCount: 0,
  photoCount: 1,
  isLiked: false,
  isSaved: false,
  comments: [],
  ...given,
});
