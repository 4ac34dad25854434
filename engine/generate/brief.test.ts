import { describe, expect, test } from "vitest";
import { readBrief } from "./brief";

describe("reading a prompt", () => {
  test("takes whole words only, and white summits for no snowfall", () => {
    expect(readBrief("catalogue of dogma").creature).toBeNull();
    expect(readBrief("snowy peaks").weather).toBeNull();
    expect(readBrief("snowy peaks").things.has("snowy peaks")).toBe(true);
    expect(readBrief("a Fox, AT NIGHT!").creature).toBe("fox");
    expect(readBrief("vaporwave city").style).toBe("vaporwave");
  });

  test("puts a cliff at the sea, unless there are mountains for it", () => {
    expect([...readBrief("a lighthouse on a cliff at sunset, waves below").places]).toEqual(["sea"]);
    expect(readBrief("a cliff in the mountains").places.has("mountains")).toBe(true);
  });

  test("seats who is put nowhere for a portrait, and nobody else", () => {
    const isPortrait = (prompt: string) => readBrief(prompt).places.has("portrait");
    expect(["portrait of a sailor", "a smiling girl", "A QUEEN"].filter(isPortrait)).toHaveLength(3);
    expect(["a girl on a beach", "a hiker", "portrait of a cat"].filter(isPortrait)).toEqual([]);
    expect(readBrief("a woman with red hair").colours).toEqual([]);
  });
});
