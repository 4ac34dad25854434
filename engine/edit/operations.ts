import type { LeftOut } from "~/contract/ai";
import type { ArtStyleId } from "~/contract/art-styles";
import { artStyles } from "~/contract/art-styles";
import { inEnglish } from "~/contract/messages";
import type { Checkpoint } from "../checkpoint";
import type { Raster } from "../pixels/raster";
import type { Size } from "../pixels/resize";
import { styles } from "../styles";
import { styleInPrompt } from "../styles/style-in-prompt";
import { type PromptWord, phrasesOf, readPrompt } from "../words";
import * as geometry from "./geometry";
import * as overlays from "./overlays";
import * as tone from "./tone";

/** One step of an edit. */
export interface Operation {
  /** The sentence shown to the member, past tense. */
  did: string;
  apply: (raster: Raster, size: Size, checkpoint: Checkpoint) => Raster | Promise<Raster>;
  /** Change of the proportions, applied to the requested size as well. */
  shape?: "turned" | "square";
  /** The step has a working size of its own and accepts any source size. */
  isStyle?: boolean;
  /** The result must stay exact: it is enlarged by nearest neighbour and encoded as PNG. */
  isExact?: boolean;
}

type Rule = readonly [
  words: RegExp,
  did: string,
  apply: (raster: Raster) => Raster,
  shape?: Operation["shape"],
];

const less = "\\b(less|lower|reduce|decrease|not (so|too|as|that)|too)( the)?";
const more = "\\b(more|increase|raise|boost|add)( the)?";

/** In the order of application: geometry, tone and colour, weather, border. */
const rules: readonly Rule[] = [
  [/\bupside[- ]down\b|\b180\b/, "Turned it upside down", geometry.rotate180],
  [
    /\b(rotate|turn)\b.*\b(left|counter-?clockwise|anti-?clockwise)\b/,
    "Turned it to the left",
    geometry.rotateLeft,
    "turned",
  ],
  [
    /\brotate[ds]?\b|\b(turn)\b.*\b(right|clockwise)\b|\b90 degrees\b/,
    "Turned it to the right",
    geometry.rotateRight,
    "turned",
  ],
  [/\bflip(ped)?\b.*\b(vertical(ly)?|upside)\b/, "Flipped it top to bottom", geometry.flipVertical],
  [/\bflip(ped)?\b|\bmirror(ed)?\b/, "Flipped it left to right", geometry.flipHorizontal],
  [
    /\b(crop\w*|make it)\b.*\bsquare\b|\bsquare crop\b/,
    "Cropped it to a square",
    geometry.cropSquare,
    "square",
  ],
  [
    new RegExp(
      `${more} (light|brightness|exposure)\\b|${less} dark\\b|\\blighte[rn]\\b|(?<!${less} )\\bbright(er|en)?\\b`,
    ),
    "Made it brighter",
    tone.brighten,
  ],
  [
    new RegExp(`\\bdark(er|en)\\b|${less} (light|bright|brightness|exposure)\\b`),
    "Made it darker",
    tone.darken,
  ],
  [new RegExp(`${less}\\b.*\\bcontrast\\b|\\bmatte\\b`), "Lowered the contrast", tone.lowerContrast],
  [/\bcontrast\w*\b|\bpunchy\b|\bdramatic\b|\bpop\b(?![ -]?art)/, "Raised the contrast", tone.raiseContrast],
  [
    new RegExp(`(?<!${less} )\\bwarm(er|th)?\\b|${less} (cold|cool)\\b`),
    "Made the colours warmer",
    tone.warm,
  ],
  [new RegExp(`(?<!${less} )\\b(cold|cool)(er)?\\b|${less} warm\\b`), "Made the colours cooler", tone.cool],
  [
    new RegExp(`(?<!${less} )\\b(vivid|vibrant|colou?rful|saturat(e|ed|ion))\\b`),
    "Made the colours stronger",
    tone.strengthenColours,
  ],
  [
    new RegExp(
      `\\bdesaturat\\w*\\b|\\bmuted\\b|\\bfaded?\\b|\\bpastel\\b|${less} (vivid|vibrant|colou?rful|saturat(ed|ion))\\b`,
    ),
    "Made the colours paler",
    tone.fadeColours,
  ],
  [
    /\bblack (and|&) white\b|\bb ?& ?w\b|\bmonochrome\b|\bgr[ae]y ?scale\b/,
    "Made it black and white",
    tone.monochrome,
  ],
  [/\bsepia\b|\bvintage\b|\bold photo\w*\b|\bretro\b/, "Toned it sepia", tone.sepia],
  [/\binvert\w*\b|\bnegative\b/, "Inverted it", tone.invert],
  [/\bsunsets?\b|\bgolden hour\b|\bsunrise\b|\bevening\b/, "Gave it the light of a sunset", tone.sunset],
  [/\bnight(time)?\b|\bmidnight\b|\bmoonlight\b/, "Turned day into night", tone.night],
  [
    new RegExp(`(?<!${less} )\\bblur\\w*\\b|\\\bout of focus\\b|\\bsoft focus\\b`),
    "Blurred the whole image",
    tone.blur,
  ],
  [
    new RegExp(`\\bsharp(en|er)?\\b|\\bcrisp(er)?\\b|\\bclearer\\b|${less} blur(ry)?\\b`),
    "Sharpened it",
    tone.sharpen,
  ],
  [/\bstars?\b|\bstarry\b/, "Added stars", overlays.stars],
  [/\bfog(gy)?\b|\bmist(y)?\b|\bhaz[ey]\b/, "Added fog", overlays.fog],
  [/\bsnow(y|ing|fall)?\b|\bwinter\b/, "Added falling snow", overlays.snow],
  [/\brain(y|ing)?\b/, "Added rain", overlays.rain],
  [/\bgrain(y)?\b|\bfilm\b|\banalog(ue)?\b/, "Added film grain", overlays.grain],
  [/\bvignette\b|\bdark corners\b/, "Darkened the corners", overlays.vignette],
  [/\bborder\b|\bframed?\b|\bpolaroid\b/, "Added a white border", geometry.addBorder],
];

function nameOf(id: ArtStyleId): string {
  const known = artStyles.find((style) => style.id === id);
  return known ? inEnglish(known.name) : id;
}

/** Returns the operation that repaints an image in a style. */
export function styleOperation(id: ArtStyleId): Operation {
  return {
    did: `Painted it in the ${nameOf(id)} style`,
    apply: styles[id],
    isStyle: true,
    isExact: id === "pixel-art",
  };
}

/** The operations that a prompt asks for, at least one. */
export interface Edit {
  /** In the order of application. A prompt without a known word gets a mood grade. */
  operations: Operation[];
  leftOut: LeftOut;
}

/** Returns what a prompt asks for, and the words that it does not get. */
export function readEdit(prompt: string): Edit {
  const read = readPrompt(prompt, "edit");
  const { asked } = read;
  const operations = operationsIn(asked);
  const isKnown = operations.length > 0;
  const all = isKnown ? operations : [moodOperation(asked)];
  const did = all.map((one) => one.did);
  // A word is of use when it alone asks for one of the operations, or when one is missing without it.
  const isUsed = ({ text: word, isNegated }: PromptWord) => {
    // The engine takes nothing out of a photo.
    if (isNegated) return false;
    if (did.some((one) => implied.get(one)?.split(" ").includes(word.toLowerCase()))) return true;
    if (operationsIn(word).some((one) => did.includes(one.did))) return true;
    const rest = asked.replaceAll(wholeWord(word), " ");
    const others = isKnown ? operationsIn(rest) : [moodOperation(rest)];
    return did.some((one) => !others.some((other) => other.did === one));
  };
  const left = phrasesOf(read, (word) => !isUsed(word));
  return { operations: all, leftOut: { words: left, isAll: !isKnown && left.length > 0 } };
}

/** Returns a pattern of a word of `readPrompt`, which contains no character with a meaning in patterns. */
const wholeWord = (word: string): RegExp => new RegExp(`(?<![\\p{L}\\p{N}])${word}(?![\\p{L}\\p{N}])`, "giu");

/** Words that an operation includes, although it does not depend on them. */
const implied = new Map([
  ["Made it brighter", "light"],
  ["Made it darker", "light"],
  ["Turned day into night", "day"],
  ["Turned it to the left", "90 degrees"],
  ["Turned it to the right", "90 degrees right clockwise"],
  ["Flipped it left to right", "horizontal horizontally"],
  ["Added a white border", "white"],
  ["Turned it upside down", "180 degrees"],
]);

/** The operations that another one replaces, because it knows more of the same words. */
const replaced = new Map([
  ["Flipped it top to bottom", ["Flipped it left to right", "Turned it upside down"]],
  ["Turned it upside down", ["Turned it to the right"]],
  ["Turned it to the left", ["Turned it to the right"]],
  ["Lowered the contrast", ["Raised the contrast"]],
]);

/** Returns the operations of a prompt's known words; none without a known word. */
function operationsIn(prompt: string): Operation[] {
  const words = prompt.toLowerCase();
  const style = styleInPrompt(prompt);
  // A word of a style's name adds no operation of its own.
  const found = rules
    .filter(([pattern]) => pattern.test(words))
    .filter(([, did], _at, all) => !all.some(([, other]) => replaced.get(other)?.includes(did)))
    .map(([, did, apply, turned]): Operation => ({ did, apply, shape: turned }));
  const dye = tone.colourInPrompt(words);
  const colour: Operation[] = dye
    ? [{ did: `Tinted it ${dye.name}`, apply: (raster) => tone.tintMidtones(raster, dye.colour) }]
    : [];
  const border = found.filter(({ did }) => did.includes("border"));
  const rest = found.filter((one) => !border.includes(one));
  return [...rest, ...colour, ...(style ? [styleOperation(style)] : []), ...border];
}

/** Returns a grade by mood words, for a prompt without any other known word. */
function moodOperation(words: string): Operation {
  if (/\b(sad|lonely|mysterious|scary|spooky|moody|gothic|horror|noir|melanchol\w*)\b/i.test(words)) {
    return { did: "Gave it a sombre look", apply: tone.sombre };
  }
  if (/\b(calm|peaceful|dream\w*|soft|romantic|gentle|cute|magic\w*)\b/i.test(words)) {
    return { did: "Gave it a gentle look", apply: tone.gentle };
  }
  return { did: "Gave it a warm, clear look", apply: tone.warmClear };
}
