import type { ArtStyleId } from "~/contract/art-styles";
import { styleInPrompt } from "../styles/style-in-prompt";
import { type ReadPrompt, readPrompt } from "../words";
import {
  type Colour,
  type Creature,
  colours,
  creatures,
  formsOf,
  type Hour,
  hours,
  type Mood,
  moods,
  type Place,
  places,
  type Thing,
  things,
  type Weather,
  type Words,
  weathers,
} from "./vocabulary";

/** The words of a prompt that the generator knows. Every other word is ignored, and the seed decides what is open. */
export interface PromptTerms {
  /** The text without what it negates, for words that only the portrait uses. */
  prompt: string;
  /** The words that ask for something. */
  read: ReadPrompt;
  hour: Hour | null;
  weather: Weather | null;
  places: ReadonlySet<Place>;
  things: ReadonlySet<Thing>;
  creature: Creature | null;
  moods: ReadonlySet<Mood>;
  colours: readonly Colour[];
  style: ArtStyleId | null;
}

const wordsOf = (prompt: string): ReadonlySet<string> =>
  new Set(
    prompt
      .toLowerCase()
      .replace(/'s\b/g, "")
      // Snowy summits are no snowfall.
      .replace(/snow(y|[- ]?capped|[- ]?covered) (peak|mountain|summit|alp)s?/g, "alps")
      // A hair colour is no colour of the scene.
      .replace(/\p{L}+[ -]hair(ed)?\b/gu, "")
      .replace(/blue hour/g, "blue-hour")
      .replace(/northern lights/g, "aurora")
      .replace(/milky way/g, "galaxy-band")
      .match(/\p{L}[\p{L}'-]*/gu)
      ?.flatMap(formsOf),
  );

/** Returns the names of the table with at least one word in the prompt, in the table's order. */
function namesIn<Name extends string>(words: ReadonlySet<string>, table: Words<Name>): Name[] {
  // Object.entries loses the keys' type; the keys are the table's.
  return (Object.entries(table) as [Name, string][])
    .filter(([, list]) => list.split(" ").some((word) => words.has(word)))
    .map(([name]) => name);
}

/** A person named without a place makes a portrait; a portrait of an animal is drawn as the animal in a scene. */
const portraitWords =
  "woman man girl boy lady child king queen prince princess wizard bride viking model".split(" ");

function placesIn(words: ReadonlySet<string>, creature: Creature | null): Set<Place> {
  const found = new Set(namesIn(words, places));
  const isHuman = creature === null || creature === "person" || creature === "couple";
  if (!isHuman) found.delete("portrait");
  else if (found.size === 0 && portraitWords.some((word) => words.has(word))) found.add("portrait");
  return found;
}

/** Returns the known words of a prompt, matched as whole words and without regard to case. */
export function parsePrompt(text: string): PromptTerms {
  const read = readPrompt(text, "image");
  const prompt = read.asked;
  const words = wordsOf(prompt);
  const creature = namesIn(words, creatures)[0] ?? null;
  return {
    prompt,
    read,
    // The later time of day wins: "a sunny day turning into night" is a night.
    hour: namesIn(words, hours).at(-1) ?? null,
    weather: namesIn(words, weathers).at(-1) ?? null,
    places: placesIn(words, creature),
    things: new Set(namesIn(words, things)),
    creature,
    moods: new Set(namesIn(words, moods)),
    colours: namesIn(words, colours),
    style: styleInPrompt(prompt),
  };
}

/** Returns the recognised words without duplicates, for the sentence shown to the member. */
export function recognisedWords(terms: PromptTerms): string[] {
  const { hour, weather, creature } = terms;
  const names = [hour, weather, ...terms.places, ...terms.things, creature, ...terms.moods, ...terms.colours];
  return [...new Set(names.filter((name) => name !== null))];
}
