import { expect, test } from "vitest";
import { documentType } from "~/platform/media/attachment-type";

const compound = (name: string) =>
  Buffer.concat([Buffer.from("d0cf11e0a1b11ae1", "hex"), Buffer.alloc(1000), Buffer.from(name, "utf16le")]);

test("detects a .doc file, and no other compound file", () => {
  expect(documentType(compound("WordDocument"))).toBe("application/msword");
  expect(documentType(compound("Workbook"))).toBeNull();
});
