import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decodeDataUrl } from "~/platform/media/data-url";

describe("decodeDataUrl", () => {
  test("decodes any bytes after any valid prefix", () => {
    const head = fc.constantFrom(
      "data:image/png;base64,",
      "data:;base64,",
      "DATA:image/jpeg;name=a.jpg;Base64,",
    );
    fc.assert(
      fc.property(head, fc.uint8Array({ minLength: 1, maxLength: 300 }), (prefix, bytes) => {
        expect(decodeDataUrl(prefix + Buffer.from(bytes).toString("base64"))).toEqual(bytes);
      }),
    );
  });

  test.each([
    "",
    "data:",
    "data:image/png;base64,",
    "data:image/png,AAAA",
    "data:image/svg+xml,%3Csvg%3E",
    "data:image/png;base64,AAA*",
    "data:image/png;base64,A",
    "data:image/png;base64,AAAA=AAA",
    "https://example.com/a.png",
    `data:${"x".repeat(300)};base64,AAAA`,
  ])("refuses %s", (text) => {
    expect(() => decodeDataUrl(text, "profileImage")).toThrow(
      expect.objectContaining({
        code: "invalid",
        body: expect.objectContaining({
          errors: { profileImage: ["This image could not be read. Please try another one."] },
        }),
      }),
    );
  });
});
