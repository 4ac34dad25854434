import { describe, expect, test } from "vitest";
import { parsePrompt } from "./prompt-terms";

describe("parsing a prompt", () => {
  test("matches whole words, and reads snowy peaks as no snowfall", () => {
    expect(parsePrompt("catalogue of dogma").creature).toBeNull();
    expect(parsePrompt("snowy peaks").weather).toBeNull();
    expect(parsePrompt("snowy peaks").things.has("snowy peaks")).toBe(true);
    expect(parsePrompt("a Fox, AT NIGHT!").creature).toBe("fox");
    expect(parsePrompt("vaporwave city").style).toBe("vaporwave");
  });

  test("places a cliff at the sea unless mountains are named", () => {
    expect([...parsePrompt("a lighthouse on a cliff at sunset, waves below").places]).toEqual(["sea"]);
    expect(parsePrompt("a cliff in the mountains").places.has("mountains")).toBe(true);
  });

  test("makes a portrait of a person named without a place, and only then", () => {
    const isPortrait = (prompt: string) => parsePrompt(prompt).places.has("portrait");
    expect(["portrait of a sailor", "a smiling girl", "A QUEEN"].filter(isPortrait)).toHaveLength(3);
    expect(["a girl on a beach", "a hiker", "portrait of a cat"].filter(isPortrait)).toEqual([]);
    expect(parsePrompt("a woman with red hair").colours).toEqual([]);
  });
});
