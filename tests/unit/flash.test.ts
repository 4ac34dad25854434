import { expect, test } from "vitest";
import { flashFor, flashValue } from "~/contract/flash";

test("a toast is for the page it was left for, and for no page on the way there", () => {
  const left = encodeURIComponent(flashValue("account-created", "/profile-setup"));
  expect(flashFor("/profile-setup", left)).toBe("account-created");
  expect(flashFor("/signup", left)).toBeNull();
});

test.each(["", "@/feed", "toString@/feed", "logged-in", "%", "x@/feed"])(
  "the cookie %j, whoever wrote it, shows nothing",
  (value) => expect(flashFor("/feed", value)).toBe(null),
);
