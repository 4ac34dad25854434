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
export type Mood = "calm" | "dreamy" | "dark" | "epic" | "vivid" | "pastel";
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

/** Returns a word, and what is its singular if it is a regular plural. */
export function formsOf(word: string): string[] {
  // "Falls" are no autumn.
  if (!/[^s]s$/.test(word) || word === "falls") return [word];
  const [s, es, ies] = [word.slice(0, -1), word.replace(/es$/, ""), word.replace(/ies$/, "y")];
  return [...new Set([word, s, es, ies])];
}

/** The words of each name, in one string. */
export type Words<Name extends string> = Readonly<Record<Name, string>>;

export const hours: Words<Hour> = {
  dawn: "dawn sunrise morning daybreak",
  day: "day daylight noon midday afternoon sunny summer bright",
  sunset: "sunset sundown evening golden",
  dusk: "dusk twilight afterglow blue-hour",
  night: "night nighttime midnight nocturnal moonlit moonlight starry neon",
};
export const weathers: Words<Weather> = {
  cloudy: "cloudy overcast grey gray gloomy",
  rain: "rain rainy raining drizzle wet",
  storm: "storm stormy thunderstorm tempest",
  snow: "snow snowy snowing snowfall winter blizzard christmas",
  fog: "fog foggy mist misty haze hazy",
};
export const places: Words<Place> = {
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
export const things: Words<Thing> = {
  sun: "sun sunny sunset sunrise",
  moon: "moon moonlit moonlight crescent",
  stars: "star stars starry",
  "milky way": "galaxy-band galaxy",
  aurora: "aurora borealis",
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
export const creatures: Words<Creature> = {
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
export const moods: Words<Mood> = {
  calm: "calm peaceful serene quiet tranquil still gentle zen",
  dreamy: "dreamy dream dreamlike ethereal soft magical fantasy surreal enchanted romantic",
  dark: "dark moody mysterious spooky haunted ominous gothic horror lonely sad melancholy",
  epic: "epic dramatic majestic cinematic grand breathtaking vast",
  vivid: "vivid vibrant colorful colourful saturated neon intense",
  pastel: "pastel pale muted delicate",
};
export const colours: Words<Colour> = {
  red: "red crimson scarlet ruby",
  orange: "orange amber copper",
  gold: "gold golden bronze",
  yellow: "yellow",
  green: "green emerald",
  turquoise: "turquoise teal cyan aqua",
  blue: "blue azure indigo navy sapphire",
  purple: "purple violet lavender lilac magenta",
  pink: "pink rose coral",
  white: "white silver ivory",
  black: "black ebony",
};
