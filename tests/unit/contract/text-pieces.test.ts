import { expect, test, vi } from "vitest";
import { CAPTION_MAX } from "~/contract/limits";
import { translatedByPiece } from "~/contract/text-pieces";

const shout = async (text: string) => text.toUpperCase();

test.each([
  ["guten morgen", "GUTEN MORGEN"],
  ["guten morgen\n\n  bis bald ", "GUTEN MORGEN\n\n  BIS BALD "],
  ["#hafen guten @mira morgen #licht @ada", "#hafen GUTEN @MIRA MORGEN #licht @ada"],
  ["#hafen @mira\n🌊\n", "#hafen @mira\n🌊\n"],
  ["hier: https://example.com/a", "HIER: https://example.com/a"],
  ["", ""],
])("translates the words of %j", async (text, expected) => {
  expect(await translatedByPiece(text, shout)).toBe(expected);
});

test("cuts a long text at the ends of its sentences", async () => {
  const text = "Der Hafen liegt still im Licht des Morgens. ".repeat(40);
  const pieces = vi.fn(shout);
  expect(await translatedByPiece(text, pieces)).toBe(text.toUpperCase());
  for (const [piece] of pieces.mock.calls) {
    expect(piece).toMatch(/^Der .*\.$/);
    expect(piece.length).toBeLessThanOrEqual(400);
  }
});

test.each(["a\n", "a ", "a. ", "港。"])("asks for few pieces of a text of %j", async (unit) => {
  const pieces = vi.fn(shout);
  const text = unit.repeat(CAPTION_MAX / unit.length);
  await translatedByPiece(text, pieces);
  expect(pieces.mock.calls.length).toBeLessThanOrEqual(30);
});
