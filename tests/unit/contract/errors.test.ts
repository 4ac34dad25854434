import { setupI18n } from "@lingui/core";
import { msg, plural } from "@lingui/core/runtime-macro";
import { describe, expect, test } from "vitest";
import { AppError, bodyOf, invalid } from "~/contract/errors";
import { ruleMessage } from "~/contract/messages";
import { quotaText } from "~/contract/quotas";

const MISSING = msg`Post not found`;

describe("the body of an error", () => {
  test("has the message in English and its code", () => {
    const error = new AppError("not_found", MISSING);
    expect(error.message).toBe("Post not found");
    expect(error.body).toEqual({ message: "Post not found", code: MISSING.id });
  });

  test("has the values of the message, those within messages too", () => {
    const text = quotaText("posts", "full", 3 * 60 * 60_000);
    expect(bodyOf(text)).toEqual({
      message: "You can share 100 posts in 24 hours. Please try again in 3 hours.",
      code: text.id,
      values: { most: 100, retry: { code: expect.any(String), values: { hours: 3 } } },
    });
  });

  test("has the messages of fields with their codes, in the same order", () => {
    const rule = ruleMessage("No text of the code");
    const error = new AppError("invalid", MISSING, { caption: [MISSING, rule] });
    expect(error.body).toMatchObject({
      errors: { caption: ["Post not found", "No text of the code"] },
      codes: { caption: [{ code: MISSING.id }, { code: "No text of the code" }] },
    });
    expect(invalid("tag", MISSING).body.codes).toEqual({ tag: [{ code: MISSING.id }] });
  });

  test("has the message in the language of a page", () => {
    const i18n = setupI18n({ locale: "de", messages: { de: { [MISSING.id]: ["Beitrag nicht gefunden"] } } });
    const error = new AppError("not_found", MISSING);
    expect(error.bodyIn(i18n)).toEqual({ message: "Beitrag nicht gefunden", code: MISSING.id });
  });
});

test("an error has counts, numbers and days in English", () => {
  const english = (text: ReturnType<typeof msg>) => new AppError("invalid", text).message;
  const count = (n: number) => msg`${plural({ n }, { one: "one photo", other: "# photos" })} here`;
  expect([english(count(1)), english(count(1200))]).toEqual(["one photo here", "1,200 photos here"]);
  const long = { ...msg({ message: "{side, number} pixels" }), values: { side: 12_001 } };
  expect(english(long)).toBe("12,001 pixels");
  expect(english(msg`Until ${{ day: "2026-12-03T10:00:00.000Z" }}.`)).toBe("Until 3 December 2026.");
});
