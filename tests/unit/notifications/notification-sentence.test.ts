import { setupI18n } from "@lingui/core";
import { expect, test } from "vitest";
import type { NotificationType } from "~/contract/notifications";
import { nameList } from "~/domain/name-list";
import { notificationSentence } from "~/domain/notifications/notification-sentence";
import { english } from "../../factories/english";

test.each([
  [["amara"], 1, "amara"],
  [["amara", "kenji"], 2, "amara and kenji"],
  [["amara", "kenji", "noa"], 3, "amara, kenji and noa"],
  [["amara", "kenji"], 3, "amara, kenji and 1 other"],
  [["amara", "kenji"], 1206, "amara, kenji and 1,204 others"],
])("names the members %j of %d as %s", (names, count, text) => {
  expect(nameList(english, names, count)).toBe(text);
});

test("a language has its own word and comma before the last name", () => {
  const names = ["amara", "kenji", "noa"];
  const lists = ["de", "zh-Hans"].map((locale) => {
    const texts = setupI18n({ locale, messages: { [locale]: {} } });
    return nameList(texts, names, 3);
  });
  expect(lists).toEqual(["amara, kenji und noa", "amara、kenji和noa"]);
});

test.each<[NotificationType, string]>([
  ["like", "amara liked your post"],
  ["comment", "amara commented on your post"],
  ["follow", "amara started following you"],
  ["follow_request", "amara requested to follow you"],
  ["connection_request", "amara sent you a connection request"],
  ["connection_accepted", "amara accepted your connection request"],
  ["connection_rejected", "amara rejected your connection request"],
  ["save", "amara saved your post"],
  ["post_share", "amara shared a post with you"],
  ["comment_like", "amara liked your comment"],
  ["comment_reply", "amara replied to your comment"],
  ["mention", "New notification from amara"],
  ["new_post", "New notification from amara"],
  ["moderation", "There is a decision about your account, amara"],
  ["report_reviewed", "We have reviewed your report, amara"],
])("a notification of the type %s is %j", (type, text) => {
  expect(notificationSentence(english, type, ["amara"])).toBe(text);
});

test("a group names two members and counts the others", () => {
  expect(notificationSentence(english, "like", ["amara", "kenji", "noa"])).toBe(
    "amara, kenji and 1 other liked your post",
  );
});
