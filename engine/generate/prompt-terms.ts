import type { ArtStyleId } from "~/contract/art-styles";
import { styleInPrompt } from "../styles/style-in-prompt";

/** The words of a prompt that the generator knows. Every other word is ignored, and the seed decides what is open. */
export interface PromptTerms {
  /** The original text, for words that only the portrait uses. */
  prompt: string;
  hour: Hour | null;
  weather: Weather | null;
  places: ReadonlySet<Place>;
  things: ReadonlySet<Thing>;
  creature: Creature | null;
  moods: ReadonlySet<Mood>;
  colours: readonly Colour[];
  style: ArtStyleId | null;
}

export type Hour = "dawn" | "day" | "sunset" | "dusk" | "night";
export type Weather = "cloudy" | "rain" | "storm" | "snow" | "fog";
export type Place =
  | "sea"
  | "lake"
  | "mountains"
  | "hills"
  | "forest"
  | "city"
  | "desert"
  | "meadow"
  | "beach"
  | "space"
  | "village"
  | "portrait"
  | "abstract";
export type Thing =
  | "sun"
  | "moon"
  | "stars"
  | "milky way"
  | "aurora"
  | "rainbow"
  | "clouds"
  | "birds"
  | "balloons"
  | "boat"
  | "lighthouse"
  | "castle"
  | "cabin"
  | "palms"
  | "flowers"
  | "fireflies"
  | "lightning"
  | "blossoms"
  | "snowy peaks"
  | "autumn leaves"
  | "volcano";
export type Creature =
  | "cat"
  | "dog"
  | "wolf"
  | "fox"
  | "deer"
  | "horse"
  | "rabbit"
  | "owl"
  | "bear"
  | "elephant"
  | "whale"
  | "dolphin"
  | "person"
  | "couple";
export type Mood = "calm" | "dreamy" | "dark" | "happy" | "epic" | "vivid" | "pastel";
export type Colour =
  | "red"
  | "orange"
  | "gold"
  | "yellow"
  | "green"
  | "turquoise"
  | "blue"
  | "purple"
  | "pink"
  | "white"
  | "black";

type Words<Name extends string> = Readonly<Record<Name, string>>;

const hours: Words<Hour> = {
  dawn: "dawn sunrise morning daybreak",
  day: "day daylight noon midday afternoon sunny summer bright",
  sunset: "sunset sundown evening golden",
  dusk: "dusk twilight afterglow blue-hour",
  night: "night nighttime midnight nocturnal moonlit moonlight starry neon",
};
const weathers: Words<Weather> = {
  cloudy: "cloudy overcast grey gray gloomy",
  rain: "rain rainy raining drizzle wet",
  storm: "storm stormy thunderstorm tempest",
  snow: "snow snowy snowing snowfall winter blizzard christmas",
  fog: "fog foggy mist misty haze hazy",
};
const places: Words<Place> = {
  sea: "sea ocean waves wave cliff cliffs coast coastal bay harbour harbor underwater water horizon",
  lake: "lake pond river reflection reflections fjord waterfall",
  mountains: "mountain mountains peak peaks alps alpine himalaya summit canyon volcano",
  hills: "hill hills valley valleys countryside landscape",
  forest: "forest woods wood tree trees jungle pine pines woodland rainforest",
  city: "city cities town skyline skyscraper skyscrapers street streets downtown urban buildings building metropolis tokyo york paris london",
  desert: "desert dune dunes sand sahara cactus arid",
  meadow:
    "meadow field fields grass garden prairie pasture farm flower flowers lavender poppy poppies tulip tulips sunflower sunflowers rose roses daisy daisies wildflowers blossom blossoms spring",
  beach: "beach beaches island islands tropical palm palms shore seaside",
  space: "space galaxy galaxies nebula planet planets cosmos cosmic universe astronaut orbit saturn",
  village: "village villages hamlet",
  portrait: "portrait portraits headshot selfie face faces",
  abstract: "abstract pattern texture wallpaper fluid marble gradient geometric swirl swirls",
};
const things: Words<Thing> = {
  sun: "sun sunny sunset sunrise",
  moon: "moon moonlit moonlight crescent",
  stars: "star stars starry",
  "milky way": "milky galaxy",
  aurora: "aurora northern borealis",
  rainbow: "rainbow rainbows",
  clouds: "cloud clouds cloudscape sky skies",
  birds: "bird birds gull gulls seagull seagulls flock eagle swallow swallows crane cranes",
  balloons: "balloon balloons",
  boat: "boat boats sail sailing sailboat ship yacht ships",
  lighthouse: "lighthouse lighthouses",
  castle: "castle castles fortress palace tower fairytale kingdom",
  cabin: "cabin house cottage hut home barn",
  palms: "palm palms tropical island",
  flowers:
    "flower flowers wildflowers garden lavender poppy poppies tulip tulips sunflower sunflowers rose roses daisy daisies",
  fireflies: "firefly fireflies magical magic enchanted lantern lanterns",
  lightning: "lightning thunder thunderstorm",
  blossoms: "blossom blossoms cherry sakura petals",
  "snowy peaks": "alps alpine himalaya snowcapped glacier",
  "autumn leaves": "autumn fall autumnal maple october",
  volcano: "volcano lava eruption",
};
const creatures: Words<Creature> = {
  cat: "cat cats kitten kittens kitty",
  dog: "dog dogs puppy puppies",
  wolf: "wolf wolves howling coyote",
  fox: "fox foxes",
  deer: "deer stag stags elk moose reindeer",
  horse: "horse horses stallion pony unicorn",
  rabbit: "rabbit rabbits bunny hare",
  owl: "owl owls",
  bear: "bear bears panda",
  elephant: "elephant elephants",
  whale: "whale whales",
  dolphin: "dolphin dolphins orca fish",
  person:
    "person man woman girl boy lady king queen prince princess wizard bride viking traveler traveller wanderer hiker astronaut samurai knight child someone figure",
  couple: "couple lovers friends family people",
};
const moods: Words<Mood> = {
  calm: "calm peaceful serene quiet tranquil still gentle zen",
  dreamy: "dreamy dream dreamlike ethereal soft magical fantasy surreal enchanted romantic",
  dark: "dark moody mysterious spooky haunted ominous gothic horror lonely sad melancholy",
  happy: "happy cheerful joyful bright sunny warm",
  epic: "epic dramatic majestic cinematic grand breathtaking vast",
  vivid: "vivid vibrant colorful colourful saturated neon intense",
  pastel: "pastel pale muted delicate",
};
const colours: Words<Colour> = {
  red: "red crimson scarlet ruby",
  orange: "orange amber copper",
  gold: "gold golden bronze",
  yellow: "yellow lemon",
  green: "green emerald lime mint",
  turquoise: "turquoise teal cyan aqua",
  blue: "blue azure indigo navy sapphire",
  purple: "purple violet lavender lilac magenta",
  pink: "pink rose coral",
  white: "white silver ivory",
  black: "black ebony",
};

const wordsOf = (prompt: string): ReadonlySet<string> =>
  new Set(
    prompt
      .toLowerCase()
      .normalize("NFKC")
      // Snowy summits are no snowfall.
      .replace(/snow(y|[- ]?capped|[- ]?covered) (peak|mountain|summit|alp)s?/g, "alps")
      // A hair colour is no colour of the scene.
      .replace(/\p{L}+[ -]hair(ed)?\b/gu, "")
      .replace(/blue hour/g, "blue-hour")
      .match(/\p{L}[\p{L}'-]*/gu) ?? [],
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
export function parsePrompt(prompt: string): PromptTerms {
  const words = wordsOf(prompt);
  const creature = namesIn(words, creatures)[0] ?? null;
  return {
    prompt,
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
  return [
    ...(terms.hour ? [terms.hour] : []),
    ...(terms.weather ? [terms.weather] : []),
    ...terms.places,
    ...terms.things,
    ...(terms.creature ? [terms.creature] : []),
    ...terms.moods,
    ...terms.colours,
  ].filter((word, at, all) => all.indexOf(word) === at);
}
