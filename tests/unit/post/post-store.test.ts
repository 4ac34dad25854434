import { describe, expect, it } from "vitest";
import type { PostView } from "~/contract/posts";
import {
  changePost,
  currentPost,
  forgetPost,
  holdFields,
  learnPosts,
  meetPost,
  onPostGone,
  releaseFields,
  subscribeToPost,
} from "~/features/post/post-store";
import { announce } from "~/realtime/frames";

const post = (id: string, likeCount = 0): PostView => ({
  id,
  userId: "u",
  caption: "",
  mediaUrl: "/media/x",
  location: "",
  altText: "",
  createdAt: "2026-01-01T00:00:00.000Z",
  editedAt: null,
  width: 4,
  height: 3,
  placeholder: "",
  color: "#000000",
  user: { id: "u", username: "u", fullName: "U", profileImage: null },
  likeCount,
  commentCount: 0,
  isAi: false,
  isLiked: false,
  isSaved: false,
  comments: [],
});

describe("what is known of posts", () => {
  it("is what the page brought until something newer comes", () => {
    const one = post("a");
    expect(currentPost(one)).toBe(one);
    learnPosts([post("a", 3)]);
    expect(currentPost(one)?.likeCount).toBe(3);
  });

  it("is not undone by a card that shows what was loaded earlier", () => {
    const loaded = post("e", 1);
    meetPost(loaded);
    changePost("e", () => ({ isLiked: true, likeCount: 2 }));
    meetPost(loaded);
    expect(currentPost(loaded)).toMatchObject({ isLiked: true, likeCount: 2 });
    learnPosts([post("e", 5)]);
    expect(currentPost(loaded)).toMatchObject({ isLiked: false, likeCount: 5 });
  });

  it("takes live counts, and tells who shows the post", () => {
    learnPosts([post("b")]);
    let told = 0;
    const stop = subscribeToPost("b", () => {
      told += 1;
    });
    announce({ type: "like_update", payload: { postId: "b", count: 7 } });
    announce({ type: "comment_update", payload: { postId: "b", count: 2 } });
    announce({ type: "like_update", payload: { postId: "not here", count: 7 } });
    stop();
    announce({ type: "like_update", payload: { postId: "b", count: 8 } });
    expect([currentPost(post("b"))?.likeCount, currentPost(post("b"))?.commentCount, told]).toEqual([
      8, 2, 2,
    ]);
  });

  it("keeps what the member is changing against older news", () => {
    learnPosts([post("c", 1)]);
    holdFields("c", ["isLiked", "likeCount"]);
    changePost("c", () => ({ isLiked: true, likeCount: 2 }));
    announce({ type: "like_update", payload: { postId: "c", count: 1 } });
    learnPosts([{ ...post("c", 1), caption: "new words" }]);
    expect(currentPost(post("c"))).toMatchObject({ isLiked: true, likeCount: 2, caption: "new words" });
    releaseFields("c", ["isLiked", "likeCount"]);
    announce({ type: "like_update", payload: { postId: "c", count: 5 } });
    expect(currentPost(post("c"))?.likeCount).toBe(5);
  });

  it("ends with a deleted post", () => {
    const gone: string[] = [];
    const stop = onPostGone((id) => gone.push(id));
    forgetPost("d");
    stop();
    expect([currentPost(post("d")), gone]).toEqual([null, ["d"]]);
  });
});
