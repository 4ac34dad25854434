import { expect, it } from "vitest";
import { notificationText } from "~/contract/notification-texts";
import type { NotificationType } from "~/contract/notifications";
import { english } from "../../factories/english";

const sentences: Record<NotificationType, string> = {
  like: "amara liked your post",
  comment: "amara commented on your post",
  save: "amara saved your post",
  follow: "amara started following you",
  follow_request: "amara requested to follow you",
  connection_request: "amara sent you a connection request",
  connection_accepted: "amara accepted your connection request",
  connection_rejected: "amara rejected your connection request",
  post_share: "amara shared a post with you",
  mention: "New notification from amara",
  comment_like: "amara liked your comment",
  comment_reply: "amara replied to your comment",
  new_post: "New notification from amara",
  moderation: "There is a decision about your account, amara",
  report_reviewed: "We have reviewed your report, amara",
};

it.each(Object.entries(sentences))("of %s is %s", (type, sentence) => {
  const members = "amara";
  expect(english._(notificationText(type as NotificationType, { members, count: 1 }))).toBe(sentence);
});

it("has the number of members, and quotes a comment that was liked", () => {
  const members = "amara and kenji";
  expect(english._(notificationText("like", { members, count: 2 }))).toBe("amara and kenji liked your post");
  const quoting = notificationText("comment_like", { members, count: 2, message: "Lovely" });
  expect(english._(quoting)).toBe("amara and kenji liked your comment: Lovely");
});
