import { expect, test } from "vitest";
import { flashFor, flashValue } from "~/contract/flash";

test("shows a toast on its page only", () => {
  const left = encodeURIComponent(flashValue("account-created", "/profile-setup"));
  expect(flashFor("/profile-setup", left)).toBe("account-created");
  expect(flashFor("/signup", left)).toBeNull();
});

test.each(["", "@/feed", "toString@/feed", "logged-in", "%", "x@/feed"])(
  "shows no toast for the invalid cookie %j",
  (value) => expect(flashFor("/feed", value)).toBe(null),
);
