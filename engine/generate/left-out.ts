import type { LeftOut } from "~/contract/ai";
import { namesOfStyle } from "../styles/style-in-prompt";
import { type PromptWord, phrasesOf } from "../words";
import { farPlaces, farThings } from "./far";
import { foregroundThings, isCreatureShown } from "./foreground";
import { groundPlaces, groundThings } from "./ground";
import { always, type CanShow, type Plan } from "./plan";
import { hairPhrase } from "./portrait";
import type { PromptTerms } from "./prompt-terms";
import { skyThings } from "./sky-layers";
import { spaceNames } from "./space";
import {
  colours,
  creatures,
  formsOf,
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
  [/\b(fallen|falling )?(leaves|foliage)\b/i, "autumn leaves"],
  [hairPhrase, "portrait"],
  [/\b(grand)?(mother|father)\b|\bkid\b|\bbeard\w*\b/i, "portrait"],
  [/\bold man\b/i, "portrait"],
  [/\bpalm trees?\b/i, "palms"],
  [/\bcherry trees?\b/i, "blossoms"],
];

const thingsShown: Readonly<Record<Thing, CanShow>> = {
  ...skyThings,
  ...farThings,
  ...groundThings,
  ...foregroundThings,
  fireflies: always,
};
const placesShown: Readonly<Record<Place, CanShow>> = {
  ...farPlaces,
  ...groundPlaces,
  portrait: always,
  // Their scenes have no plan.
  space: () => false,
  abstract: () => false,
};

/**
 * Returns the names of the vocabulary that the image shows.
 * @param plan null for outer space and abstract images, which have none
 */
export function shownNames(terms: PromptTerms, plan: Plan | null): ReadonlySet<string> {
  if (!plan) return new Set([...(terms.places.has("space") ? spaceNames : ["abstract"]), ...terms.colours]);
  const isCreature = isCreatureShown(plan) || terms.creature === "person";
  return new Set(
    [
      terms.hour === plan.palette.hour ? terms.hour : null,
      terms.weather,
      isCreature ? terms.creature : null,
      ...[...terms.places].filter((place) => placesShown[place](plan)),
      ...[...terms.things].filter((thing) => thingsShown[thing](plan)),
      ...terms.moods,
      ...terms.colours,
    ].filter((name) => name !== null),
  );
}

const nouns: readonly Words<string>[] = [hours, weathers, places, things, creatures];
const adjectives: readonly Words<string>[] = [moods, colours];

/** Returns the words of a prompt that the image does not show. @param shown from `shownNames` */
export function leftOutOf({ prompt, read, style }: PromptTerms, shown: ReadonlySet<string>): LeftOut {
  const spoken = [
    ...phrases.filter(([, name]) => shown.has(name)).map(([phrase]) => phrase),
    ...(style ? [namesOfStyle(style)] : []),
  ].flatMap((phrase) => phrase.exec(prompt)?.[0].toLowerCase().split(/\s+/) ?? []);
  const isIn = (tables: readonly Words<string>[], forms: readonly string[]) =>
    tables.some((table) =>
      Object.entries(table).some(
        ([name, list]) => shown.has(name) && list.split(" ").some((word) => forms.includes(word)),
      ),
    );
  const asked = read.words.filter(({ isNegated }) => !isNegated);
  const isUsed = ({ text, isNegated }: PromptWord) => {
    const forms = formsOf(text.toLowerCase());
    if (isNegated || forms.some((form) => spoken.includes(form))) return true;
    return isIn([...nouns, ...adjectives], forms) && !forms.some((form) => standIns.has(form));
  };
  const words = phrasesOf(read, (word) => !isUsed(word));
  const isNoun = ({ text }: PromptWord) => isIn(nouns, formsOf(text.toLowerCase()));
  return { words, isAll: words.length > 0 && !asked.some(isNoun) };
}
