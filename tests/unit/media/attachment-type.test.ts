import { expect, test } from "vitest";
import { documentType } from "~/platform/media/attachment-type";

const compound = (name: string) =>
  Buffer.concat([Buffer.from("d0cf11e0a1b11ae1", "hex"), Buffer.alloc(1000), Buffer.from(name, "utf16le")]);

test("detects a .doc file, and no other compound file", () => {
  expect(documentType(compound("WordDocument"))).toBe("application/msword");
  expect(documentType(compound("Workbook"))).toBeNull();
});

test("detects UTF-8 text, and none with control characters of a binary file", () => {
  const text = (content: string) => documentType(new TextEncoder().encode(content));
  expect(text("Dusk\tat the harbour,\r\nin the rain")).toBe("text/plain");
  for (const control of ["\u0000", "\u0008", "\u000e", "\u001f"]) expect(text(`Dusk${control}`)).toBeNull();
});
