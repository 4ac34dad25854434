import { describe, expect, test } from "vitest";
import { dominantColor } from "~/platform/media/dominant-color";

describe("dominantColor", () => {
  test("is a colour of the image, not the mean of all pixels", () => {
    const data = [255, 0, 0, 255, 0, 0, 251, 4, 0, 0, 0, 255];
    expect(dominantColor({ data, channels: 3 })).toBe("#fe0100");
  });

  test("ignores transparent pixels", () => {
    const data = [255, 0, 0, 0, 255, 0, 0, 0, 0, 0, 255, 255];
    expect(dominantColor({ data, channels: 4 })).toBe("#0000ff");
  });

  test("reads grey, with and without alpha", () => {
    expect(dominantColor({ data: [128, 128], channels: 1 })).toBe("#808080");
    expect(dominantColor({ data: [128, 255], channels: 2 })).toBe("#808080");
  });

  test("is black for a fully transparent image", () => {
    expect(dominantColor({ data: [255, 0, 0, 0], channels: 4 })).toBe("#000000");
  });
});
