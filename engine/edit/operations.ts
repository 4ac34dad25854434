import type { ArtStyleId } from "~/contract/art-styles";
import { artStyles } from "~/contract/art-styles";
import type { Picture } from "../pixels/picture";
import type { Size } from "../pixels/resize";
import { styles } from "../styles";
import { styleIn } from "../styles/named";
import type { Breathe } from "../styles/style";
import * as air from "./air";
import * as shape from "./shape";
import * as tone from "./tone";

/** One thing the engine can do to a picture. */
export interface Operation {
  /** In words for the member, past tense. */
  did: string;
  apply: (picture: Picture, size: Size, breathe: Breathe) => Picture | Promise<Picture>;
  /** Which sides the result has, so that what was asked for can be turned too. */
  shape?: "turned" | "square";
  /** It works at a size of its own and takes any. */
  isStyle?: boolean;
  /** The result's pixels are the point: no lossy file. */
  isExact?: boolean;
}

type Rule = readonly [
  words: RegExp,
  did: string,
  apply: (picture: Picture) => Picture,
  shape?: Operation["shape"],
];

/** In the order they are applied: shape, then light and colour, then weather, then the frame. */
const rules: readonly Rule[] = [
  [/\bupside[- ]down\b|\b180\b/, "Turned it upside down", shape.turnedOver],
  [
    /\b(rotate|turn)\b.*\b(left|counter-?clockwise|anti-?clockwise)\b/,
    "Turned it to the left",
    shape.turnedLeft,
    "turned",
  ],
  [
    /\brotate[ds]?\b|\b(turn)\b.*\b(right|clockwise)\b|\b90 degrees\b/,
    "Turned it to the right",
    shape.turnedRight,
    "turned",
  ],
  [/\bflip(ped)?\b.*\b(vertical(ly)?|upside)\b/, "Flipped it top to bottom", shape.flippedDown],
  [/\bflip(ped)?\b|\bmirror(ed)?\b/, "Flipped it left to right", shape.flipped],
  [/\b(crop\w*|make it)\b.*\bsquare\b|\bsquare crop\b/, "Cropped it to a square", shape.square, "square"],
  [/\bbright(er|en)?\b|\blighte[rn]\b|\bmore light\b/, "Made it brighter", tone.brighter],
  [/\bdark(er|en)\b|\bless light\b/, "Made it darker", tone.darker],
  [/\b(less|lower|reduce)\b.*\bcontrast\b|\bmatte\b/, "Lowered the contrast", tone.softer],
  [/\bcontrast\w*\b|\bpunchy\b|\bdramatic\b/, "Raised the contrast", tone.stronger],
  [/\bwarm(er|th)?\b/, "Made the colours warmer", tone.warmer],
  [/\bcold(er)?\b|\bcool(er)?\b/, "Made the colours cooler", tone.colder],
  [/\bvivid\b|\bvibrant\b|\bcolou?rful\b|\bsaturat(e|ed|ion)\b/, "Made the colours stronger", tone.vivid],
  [/\bdesaturat\w*\b|\bmuted\b|\bfaded?\b|\bpastel\b/, "Made the colours paler", tone.muted],
  [
    /\bblack (and|&) white\b|\bb ?& ?w\b|\bmonochrome\b|\bgr[ae]y ?scale\b/,
    "Made it black and white",
    tone.monochrome,
  ],
  [/\bsepia\b|\bvintage\b|\bold photo\w*\b|\bretro\b/, "Toned it sepia", tone.sepia],
  [/\binvert\w*\b|\bnegative\b/, "Inverted it", tone.inverted],
  [/\bsunsets?\b|\bgolden hour\b|\bsunrise\b|\bevening\b/, "Gave it the light of a sunset", tone.sunset],
  [/\bnight(time)?\b|\bmidnight\b|\bmoonlight\b/, "Turned day into night", tone.night],
  [/\bblur\w*\b|\bout of focus\b|\bsoft focus\b/, "Blurred the whole picture", tone.blurry],
  [/\bsharp(en|er)?\b|\bcrisp(er)?\b|\bclearer\b/, "Sharpened it", tone.sharper],
  [/\bstars?\b|\bstarry\b/, "Added stars", air.stars],
  [/\bfog(gy)?\b|\bmist(y)?\b|\bhaz[ey]\b/, "Added fog", air.fog],
  [/\bsnow(y|ing|fall)?\b|\bwinter\b/, "Added falling snow", air.snow],
  [/\brain(y|ing)?\b/, "Added rain", air.rain],
  [/\bgrain(y)?\b|\bfilm\b|\banalog(ue)?\b/, "Added film grain", air.grain],
  [/\bvignette\b|\bdark corners\b/, "Darkened the corners", air.vignette],
  [/\bborder\b|\bframed?\b|\bpolaroid\b/, "Added a white border", shape.bordered],
];

const nameOf = (id: ArtStyleId): string => artStyles.find((style) => style.id === id)?.name ?? id;

/** The operation that repaints a picture in a style. */
export function styling(id: ArtStyleId): Operation {
  return {
    did: `Painted it in the ${nameOf(id)} style`,
    apply: styles[id],
    isStyle: true,
    isExact: id === "pixel-art",
  };
}

/**
 * What the prompt asks for, as far as the engine understands. Never empty: when no word is known, the picture is graded
 * to the mood the words may have, and it says so.
 */
export function operationsFor(prompt: string): Operation[] {
  const words = prompt.toLowerCase();
  const style = styleIn(prompt);
  // A style's own words are not asked for twice: "cyberpunk night" is one thing, "film noir manga" another.
  const found = rules
    .filter(([pattern]) => pattern.test(words))
    .filter(
      ([, did], _at, all) =>
        !(
          did === "Flipped it left to right" && all.some(([, other]) => other === "Flipped it top to bottom")
        ),
    )
    .filter(
      ([, did], _at, all) =>
        !(
          did === "Turned it to the right" &&
          all.some(([, other]) => other.startsWith("Turned it") && other !== did)
        ),
    )
    .filter(
      ([, did], _at, all) =>
        !(did === "Raised the contrast" && all.some(([, other]) => other === "Lowered the contrast")),
    )
    .map(([, did, apply, turned]): Operation => ({ did, apply, shape: turned }));
  const dye = tone.dyeIn(words);
  const colour: Operation[] = dye
    ? [{ did: `Tinted it ${dye.name}`, apply: (picture) => tone.dyed(picture, dye.colour) }]
    : [];
  const border = found.filter(({ did }) => did.includes("border"));
  const rest = found.filter((one) => !border.includes(one));
  const all = [...rest, ...colour, ...(style ? [styling(style)] : []), ...border];
  return all.length > 0 ? all : [unknown(words)];
}

/** For words the engine does not know. */
function unknown(words: string): Operation {
  const isSombre = /\b(sad|lonely|mysterious|scary|spooky|moody|gothic|horror|noir|melanchol\w*)\b/.test(
    words,
  );
  const isGentle = /\b(calm|peaceful|dream\w*|soft|romantic|gentle|cute|magic\w*)\b/.test(words);
  const mood = isSombre ? "sombre" : isGentle ? "gentle" : "warm, clear";
  return {
    did: `Gave it a ${mood} look: the local engine adjusts light, colours, weather, shape and style, and knew none of these words as one of them`,
    apply: (picture) =>
      isSombre ? tone.sombre(picture) : isGentle ? tone.gentle(picture) : tone.warmClear(picture),
  };
}
