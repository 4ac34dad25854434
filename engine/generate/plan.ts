import type { Random } from "../pixels/random";
import { isSwimming } from "./creatures";
import { type Palette, paletteFor } from "./palette";
import type { PromptTerms } from "./prompt-terms";
import type { Hour, Place } from "./vocabulary";

/** The decisions about a scene, made before anything is painted. */
export interface Plan {
  terms: PromptTerms;
  random: Random;
  palette: Palette;
  seed: number;
  aspect: number;
  horizon: number;
  /** Position and radius of the sun or moon, in frame heights. */
  keyLight: { u: number; v: number; radius: number };
  isNight: boolean;
  isSnowy: boolean;
  /** The surface in front, by priority. */
  ground: "water" | "beach" | "desert" | "meadow" | "snow" | "forest" | "city";
  has: (place: Place) => boolean;
}

/**
 * Whether a scene can show something that its prompt names. Each painter exports this for what it paints, and paints by
 * it; the words that an image leaves out follow from it.
 */
export type CanShow = (plan: Plan) => boolean;
export const always: CanShow = () => true;

function hourFor({ hour, things, places, weather }: PromptTerms, random: Random): Hour {
  if (hour && !(hour === "day" && things.has("aurora"))) return hour;
  if (
    ["aurora", "milky way", "stars", "fireflies", "moon"].some((thing) =>
      (things as ReadonlySet<string>).has(thing),
    )
  ) {
    return "night";
  }
  // Wet streets show their reflections, and a snowy village its windows, at a darker hour.
  if (places.has("city") && weather === "rain") return random.pick(["dusk", "night"]);
  if (places.has("village")) return weather === "snow" ? "dusk" : random.pick(["dusk", "sunset", "day"]);
  if (things.has("rainbow") || weather === "rain" || weather === "cloudy") return "day";
  if (places.has("city")) return random.pick(["dusk", "night", "sunset"]);
  if (places.has("meadow") || places.has("beach")) return random.pick(["day", "sunset", "dawn", "day"]);
  return random.pick(["dawn", "day", "sunset", "sunset", "dusk"]);
}

/** Returns the prompt's places, else the places its things imply, else a random choice. */
function placesFor({ places, things, creature }: PromptTerms, random: Random): Set<Place> {
  const found = new Set(places);
  if (things.has("palms")) found.add("beach");
  if (things.has("volcano")) found.add("mountains");
  if (found.has("village")) found.add("hills");
  if (found.size > 0 && !(found.size === 1 && found.has("portrait"))) return found;
  if (found.has("portrait")) return found.add(random.pick(["sea", "hills", "forest", "meadow"]));
  if ((creature && isSwimming(creature)) || things.has("boat") || things.has("lighthouse"))
    return new Set(["sea"]);
  if (things.has("cabin") || things.has("castle")) return new Set(["mountains", "forest"]);
  if (things.has("aurora")) return new Set(["mountains", "lake"]);
  if (things.has("flowers") || things.has("balloons") || things.has("blossoms") || creature)
    return new Set(["hills", "meadow"]);
  if (things.has("autumn leaves")) return new Set(["forest"]);
  const chance: [Place[], ...Place[][]] = [
    ["mountains", "lake"],
    ["sea"],
    ["hills", "forest"],
    ["mountains", "meadow"],
    ["desert"],
  ];
  return new Set(random.pick(chance));
}

function groundFor(has: (place: Place) => boolean, isSnowy: boolean): Plan["ground"] {
  if (has("beach")) return "beach";
  if (has("sea") || has("lake")) return "water";
  if (has("desert")) return "desert";
  if (has("city")) return "city";
  if (isSnowy) return "snow";
  if (has("meadow")) return "meadow";
  if (has("forest")) return "forest";
  return "meadow";
}

/** Decides time of day, palette, places, ground, horizon and key light of a scene. */
export function planScene(terms: PromptTerms, seed: number, aspect: number, random: Random): Plan {
  const hour = hourFor(terms, random);
  const palette = paletteFor(terms, hour, random);
  const places = placesFor(terms, random);
  const has = (place: Place) => places.has(place);
  const isSnowy = terms.weather === "snow";
  const ground = groundFor(has, isSnowy);
  const horizon = { water: 0.57, beach: 0.52, desert: 0.52, meadow: 0.6, snow: 0.6, forest: 0.66, city: 0.7 }[
    ground
  ];
  const isNight = hour === "night";
  const isLow = hour === "sunset" || hour === "dawn";
  const u = aspect * random.pick([0.3, 0.38, 0.62, 0.7]) + random.between(-0.04, 0.04);
  const v = isLow
    ? horizon - random.between(0.035, 0.1)
    : isNight
      ? random.between(0.16, 0.28)
      : hour === "dusk"
        ? horizon + 0.02
        : random.between(0.1, 0.18);
  const radius = isNight ? random.between(0.045, 0.062) : isLow ? random.between(0.036, 0.05) : 0.03;
  return {
    terms,
    random,
    palette,
    seed,
    aspect,
    horizon,
    keyLight: { u, v, radius },
    isNight,
    isSnowy,
    ground,
    has,
  };
}
