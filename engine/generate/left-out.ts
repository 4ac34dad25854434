import type { LeftOut } from "~/contract/ai";
import { namesOfStyle } from "../styles/style-in-prompt";
import type { Plan } from "./plan";
import { hairPhrase } from "./portrait";
import type { PromptTerms } from "./prompt-terms";
import {
  colours,
  creatures,
  hours,
  moods,
  type Place,
  places,
  type Thing,
  things,
  type Words,
  weathers,
} from "./vocabulary";

/** Words for which the scene shows something alike: a horse is no unicorn, and any skyline is no Paris. */
const standIns: ReadonlySet<string> = new Set(
  "unicorn panda fish orca astronaut samurai knight viking wizard king queen prince princess bride cactus waterfall canyon underwater harbour harbor lantern lanterns tokyo paris london york saturn".split(
    " ",
  ),
);

/** Phrases of several words, of which the vocabulary knows one, and the name that they stand for. */
const phrases: readonly (readonly [phrase: RegExp, name: string])[] = [
  [/\bnorthern lights\b/i, "aurora"],
  [/\bmilky way\b/i, "milky way"],
  [/\bhot[- ]air balloons?\b/i, "balloons"],
  [/\bgolden hour\b/i, "sunset"],
  [/\bblue hour\b/i, "dusk"],
  [/\bsnow(y|[- ]?capped|[- ]?covered) (peak|mountain|summit|alp)s?\b/i, "snowy peaks"],
  [hairPhrase, "portrait"],
  [/\b(grand)?(mother|father)\b|\bkid\b|\bbeard\w*\b/i, "portrait"],
];

/** Things of the foreground, which a portrait covers. */
const foreground: ReadonlySet<Thing> = new Set([
  "balloons",
  "birds",
  "boat",
  "palms",
  "flowers",
  "blossoms",
  "autumn leaves",
]);

function isThingShown(thing: Thing, { terms, has, ground, isNight, isSnowy, palette }: Plan): boolean {
  const { weather } = terms;
  if (has("portrait") && foreground.has(thing)) return false;
  const isClear = weather === null || weather === "snow";
  if (thing === "sun") return !isNight && palette.hour !== "dusk";
  if (thing === "moon") return isClear || weather === "fog";
  if (thing === "stars") return isClear;
  if (thing === "clouds") return weather !== "fog" && !terms.things.has("aurora");
  if (thing === "lighthouse") return ground === "water" || ground === "beach";
  if (thing === "cabin") return isLand(ground);
  if (thing === "flowers") return !isSnowy;
  if (thing === "snowy peaks") return has("mountains");
  return true;
}

function isPlaceShown(place: Place, { has, ground }: Plan): boolean {
  if (place === "sea" || place === "lake") return ground === "water" || ground === "beach";
  if (place === "beach" || place === "desert") return ground === place;
  if (place === "meadow" || place === "village") return isLand(ground);
  if (place === "forest") return isLand(ground) || ground === "water" || has("mountains");
  return has(place);
}

const isLand = (ground: Plan["ground"]): boolean =>
  ground === "meadow" || ground === "snow" || ground === "forest";

/**
 * Returns the names of the vocabulary that the image shows.
 * @param plan null for outer space and abstract images, which have none
 */
export function shownNames(terms: PromptTerms, plan: Plan | null): ReadonlySet<string> {
  if (!plan) {
    const isSpace = terms.places.has("space");
    return new Set(
      isSpace ? ["space", "stars", "milky way", ...terms.colours] : ["abstract", ...terms.colours],
    );
  }
  const isPortrait = plan.has("portrait");
  const creature = isPortrait && terms.creature !== "person" ? null : terms.creature;
  return new Set(
    [
      terms.hour === plan.palette.hour ? terms.hour : null,
      terms.weather,
      creature,
      ...[...terms.places].filter((place) => isPlaceShown(place, plan)),
      ...[...terms.things].filter((thing) => isThingShown(thing, plan)),
      ...terms.moods,
      ...terms.colours,
    ].filter((name) => name !== null),
  );
}

const nouns: readonly Words<string>[] = [hours, weathers, places, things, creatures];
const adjectives: readonly Words<string>[] = [moods, colours];

/** Returns the words of a prompt that the image does not show. @param shown from `shownNames` */
export function leftOutOf({ prompt, words, style }: PromptTerms, shown: ReadonlySet<string>): LeftOut {
  const spoken = [
    ...phrases.filter(([, name]) => shown.has(name)).map(([phrase]) => phrase),
    ...(style ? [namesOfStyle(style)] : []),
  ].flatMap((phrase) => phrase.exec(prompt)?.[0].toLowerCase().split(/\s+/) ?? []);
  const isIn = (tables: readonly Words<string>[], word: string) =>
    tables.some((table) =>
      Object.entries(table).some(([name, list]) => shown.has(name) && list.split(" ").includes(word)),
    );
  const keys = words.map((word) => word.toLowerCase());
  const isUsed = (key: string) =>
    spoken.includes(key) || (isIn([...nouns, ...adjectives], key) && !standIns.has(key));
  const left = words.filter((word) => !isUsed(word.toLowerCase()));
  return { words: left, isAll: left.length > 0 && !keys.some((key) => isIn(nouns, key)) };
}
