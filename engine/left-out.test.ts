import { describe, expect, test } from "vitest";
import type { LeftOut } from "~/contract/ai";
import { readEdit } from "./edit/operations";
import { leftOutOf, shownNames } from "./generate/left-out";
import { planScene } from "./generate/plan";
import { parsePrompt } from "./generate/prompt-terms";
import { createRandom } from "./pixels/random";

/** Returns what an image of a prompt leaves out, without painting it. */
function leftOutOfImage(prompt: string): LeftOut {
  const terms = parsePrompt(prompt);
  const hasPlan = !terms.places.has("space") && !terms.places.has("abstract");
  const plan = hasPlan ? planScene(terms, 1, 1, createRandom(1)) : null;
  return leftOutOf(terms, shownNames(terms, plan));
}

/** A prompt, the phrases it must name, and whether the engine knew none of its nouns. */
type Row = readonly [prompt: string, words: string, isAll?: boolean];

/** A prompt of 500 characters. */
const long = `A lighthouse with ${"teapots, kettles and spoons beside ".repeat(20)}`.slice(0, 500);

const images: Row[] = [
  // Several nouns.
  ["a teapot and lemons", "teapot, lemons", true],
  ["a lighthouse on a cliff at sunset, waves below", ""],
  ["a teapot on a beach", "teapot"],
  ["a cat and a dog", "dog"],
  ["a girl with a dog in a field", "girl"],
  ["a castle in space", "castle"],
  ["a boat on the sea, a bicycle and a bridge", "bicycle, bridge"],
  ["a desert by the sea", "desert"],
  ["a cabin by the lake", "cabin"],
  ["Paris at night", "Paris"],
  ["a unicorn in a meadow", "unicorn"],
  ["portrait of a woman holding a rose", "holding"],
  ["portrait of a woman with red hair", ""],
  ["a queen", "queen"],
  ["hot air balloons over the milky way, northern lights", ""],
  ["a city at night in the rain, neon reflections", ""],
  ["an astronaut riding a horse", "astronaut riding a horse"],
  ["a quiet forest lake in morning fog", ""],
  ["snow-capped mountains at golden hour", ""],
  ["Snowy mountains under a sky full of stars", ""],
  ["moon and stars over hills in a storm", "moon, stars"],
  // Adjectives and styles.
  ["a shiny purple teapot", "shiny, teapot", true],
  ["beautiful vivid sunset", ""],
  ["a cheerful forest", "cheerful"],
  ["a cyberpunk teapot", "teapot", true],
  ["a village as an oil painting", ""],
  ["a photorealistic mountain, 8k", "photorealistic, 8k"],
  ["two foxes and 3 owls", "two, 3 owls"],
  // Negations.
  ["a beach without people", ""],
  ["a lake, no boats or birds, and a canoe", "canoe"],
  ["a forest but never a teapot", ""],
  // Plurals, spelling, other languages and scripts.
  ["TEAPOTS and Teapots", "TEAPOTS", true],
  ["the castle's gardens", ""],
  ["a peaceful volcanoe", "volcanoe", true],
  ["ein Leuchtturm am Meer", "Leuchtturm am Meer", true],
  ["un château sous la neige", "château sous la neige", true],
  ["富士山の夕焼け", "富士山の夕焼け", true],
  ["маяк на скале", "маяк на скале", true],
  ["منارة عند الغروب", "منارة عند الغروب", true],
  // Words that ask for nothing, and no words.
  ["please make me a picture of it", ""],
  ["a b c", ""],
  ["!!! ???", ""],
  ["🦄🌈 over the sea", "🦄🌈"],
  ["👩‍🚀", "👩‍🚀", true],
  [long, "teapots, kettles, spoons"],
  // Hostile text.
  ["<script>alert('x')</script> a lake", "script, alert"],
  ["<img src=x onerror=alert(1)>", "img src, onerror, alert, 1", true],
  ["'; DROP TABLE posts; -- sunset", "DROP TABLE posts"],
  ["__proto__ constructor toString", "proto, constructor toString", true],
  ["$& $1 \\d+ (teapot", "1, teapot", true],
  // Compound nouns, plurals, names and backgrounds.
  ["an ice cream cone on the beach", "ice cream cone"],
  ["new york city skyline at night", "new york"],
  ["a steaming cup of coffee on a rainy morning", "steaming cup of coffee"],
  ["a train crossing a bridge in the mountains", "train crossing a bridge"],
  ["lakes between volcanoes", ""],
  ["autumn trees by a river, leaves falling", ""],
  ["northern Italy", "northern Italy", true],
  ["milky tea", "milky tea", true],
  ["the northern lights over a frozen lake", "frozen"],
  ["clear blue sky", ""],
  ["nothing but snow", ""],
  ["mountains in the background", ""],
  ["palm trees and a surfer", "surfer"],
  ["an old man with a beard", ""],
  ["a robot in front of a castle", "robot"],
  ["eine Katze im Schnee", "Katze im Schnee", true],
  ["кошка на пляже, ночь", "кошка на пляже, ночь", true],
];

const edits: Row[] = [
  ["brighter, with a hat", "hat"],
  ["put a hat on the dog", "hat on the dog", true],
  ["Turn day into night, with stars", ""],
  ["Warmer, with a soft vignette", ""],
  ["Black and white, more contrast", ""],
  ["rotate it 90 degrees to the left", ""],
  ["rotate it by 45 degrees", "45"],
  ["remove the person and add snow", "remove the person"],
  ["less fog, no rain", "fog, rain", true],
  ["darker and with less contrast please", ""],
  ["replace the sky with a sunset", "replace"],
  ["spooky, with a dragon", "dragon", true],
  ["as a watercolour with teapots", "teapots"],
  ["brighter, lighter, more light", ""],
  ["plus chaud avec un chapeau", "plus chaud avec un chapeau", true],
  ["make it nicer 🎩", "nicer 🎩", true],
  ["only please", ""],
  // Amounts, things that stay, and colours of a thing.
  ["remove the background", "remove the background", true],
  ["blur the background", "background"],
  ["turn it into a painting", "painting", true],
  ["rotate right", ""],
  ["flip horizontally", ""],
  ["flip it upside down", ""],
  ["increase the brightness", ""],
  ["not so bright", ""],
  ["too dark, fix it", ""],
  ["less saturation, more contrast", ""],
  ["make it less blurry", ""],
  ["replace the red car with a blue bike", "replace the red car, blue bike", true],
  ["black and white with a red rose", "red rose"],
  ["make the sky blue", ""],
  ["make it darker but keep the stars", ""],
  ["don't change the face, add rain", ""],
  ["make it pop", ""],
  ["a red filter", ""],
  ["add a white border", ""],
  ["get rid of the wires", "wires", true],
];

const expected = ([, words, isAll = false]: Row): LeftOut => ({
  words: words.split(", ").filter(Boolean),
  isAll,
});

describe("the words that an image leaves out", () => {
  test.each(images.map((row) => [row[0], row] as const))("%j", (prompt, row) =>
    expect(leftOutOfImage(prompt)).toEqual(expected(row)),
  );
});

describe("the words that an edit leaves out", () => {
  test.each(edits.map((row) => [row[0], row] as const))("%j", (prompt, row) =>
    expect(readEdit(prompt).leftOut).toEqual(expected(row)),
  );
});

test("fifty prompts are tried", () => {
  expect(images.length + edits.length).toBeGreaterThanOrEqual(50);
});
