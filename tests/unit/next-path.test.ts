import { expect, test } from "vitest";
import { nextOrFeed, nextPath, withNext } from "~/contract/next-path";
import { pages } from "../permission-matrix";

const notReturnedTo = [
  "/login/code",
  "/moderation/reports/:id/photo",
  "/moderation/dashboard/counters.csv",
  "/profile-setup",
  "/settings/confirm",
  "/settings/export",
];
const memberPages = Object.keys(pages).filter(
  (path) => pages[path]?.nobody === "/login" && !notReturnedTo.includes(path),
);

test("returns to every members' page", () => {
  expect(memberPages.length).toBeGreaterThan(8);
  for (const path of memberPages) {
    const address = path.replace(/:\w+/, "one.thing_1");
    expect(nextPath(address), path).toBe(address);
  }
});

test("keeps the query and the fragment", () => {
  expect(nextPath("/search?q=a%26b&x=//y#z")).toBe("/search?q=a%26b&x=//y#z");
  expect(nextPath("/tag/café")).toBe("/tag/caf%C3%A9");
});

const hostile = [
  null,
  "",
  "feed",
  "//evil.example/feed",
  "///evil.example/feed",
  "/\\evil.example/feed",
  "\\\\evil.example/feed",
  "/feed\\..\\..\\evil.example",
  "/\t/evil.example/feed",
  "/\n/evil.example/feed",
  "/.//evil.example/feed",
  "/feed/..//evil.example",
  "/feed/%2e%2e//evil.example",
  "/%2Fevil.example/feed",
  "https://evil.example/feed",
  "https:feed",
  "javascript:alert(1)",
  "data:text/html,x",
  " /feed",
  "@evil.example/feed",
  "/@evil.example",
  "/",
  "/login",
  "/login?next=/login",
  "/feed/../login",
  "/feed/%2E%2E/login",
  "/LOGIN",
  "/signup",
  "/logout",
  "/profile-setup",
  "/settings/export",
  "/api/auth/me",
  "/media/x",
  "/post/1/2",
];

test.each(hostile)("refuses %j", (value) => {
  expect(nextPath(value)).toBeNull();
  expect(nextOrFeed(value)).toBe("/feed");
  expect(withNext("/login", value)).toBe("/login");
});

test("adds an allowed page to the address of the log-in page, but not the default", () => {
  expect(withNext("/login", "/chat?user=a&b")).toBe("/login?next=%2Fchat%3Fuser%3Da%26b");
  expect(withNext("/login", "/feed")).toBe("/login");
});
