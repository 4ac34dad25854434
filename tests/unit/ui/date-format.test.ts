import { expect, it } from "vitest";
import { dateFormat } from "~/ui/date-format";

it("begins days in words with the day in English, and has the order of other languages", () => {
  const at = Date.UTC(2026, 11, 3, 14, 5);
  expect(dateFormat("dayInWords", "en", "UTC").format(at)).toBe("3 December 2026");
  expect(dateFormat("dayInWords", "de", "UTC").format(at)).toBe("3. Dezember 2026");
  expect(dateFormat("dayAndTime", "en-XA", "UTC").format(at)).toMatch(/^3 December(,| at) 14:05$/u);
  expect(dateFormat("date", "en", "UTC").format(at)).toBe("12/3/2026");
});
