import { expect, test } from "vitest";
import { flashFor, flashValue } from "~/contract/flash-cookie";
import { flashTexts } from "~/features/shell/flash-texts.client";

test("shows a toast on its page only", () => {
  const left = encodeURIComponent(flashValue("account-created", "/profile-setup"));
  expect(flashFor("/profile-setup", left)).toBe("account-created");
  expect(flashFor("/signup", left)).toBeNull();
  expect(flashTexts("account-created")).toMatchObject({ title: "Account created" });
});

test.each(["", "@/feed", "toString@/feed", "logged-in", "%", "x@/feed"])(
  "shows no toast for the invalid cookie %j",
  (value) => {
    for (const cookie of [value, encodeURIComponent(value)]) {
      expect(flashTexts(flashFor("/feed", cookie) ?? "")).toBeNull();
    }
  },
);
