/** The use of a prompt: to make an image, or to change one. */
export type PromptKind = "image" | "edit";

/** A word of a prompt that asks for something, once in any case: as typed first. */
export interface PromptWord {
  text: string;
  isNegated: boolean;
  start: number;
  end: number;
  /** Whether only stop words separate it from the word before: "cup of coffee", "red car". */
  follows: boolean;
}

export interface ReadPrompt {
  /** The normalised prompt, to which the positions of the words refer. */
  text: string;
  /** The text without what it negates. */
  asked: string;
  words: PromptWord[];
}

const list = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/));

/** The words of a prompt that name nothing: articles, pronouns, prepositions, requests, and praise. */
const stopWords = list(
  `a an the and or nor but if then than as so also just only even this that these those it its it's there here some any
  all both each every of in on at by to from into onto with without within over under above below behind beside front
  between among near next through across along around against before after during for about like up down out off
  inside outside is are was were be being been am do does did have has had having can could will would should must may
  might let let's i i'm me my mine we us our you your he him his she her they them their who whose which what when
  where while how please want need wish make makes making made give add put set turn change keep get use draw paint
  create generate show shows showing see look looks looking image images picture pictures photo photos photograph
  scene view style styled look effect nothing anything everything something clear more most very much too really quite
  bit little lot slightly slight subtle soft gentle far close high low full filled covered surrounded sitting standing
  lying flying floating falling rising setting shining glowing sky skies day's beautiful nice pretty lovely great good
  best amazing stunning gorgeous perfect wonderful
  ein eine einen einem einer der die das den dem und mit im am auf von
  un une le la les et de du des dans sur avec el los las con en y una uno il lo gli di del della nel e o`,
);
/** The words that name nothing in one kind of prompt: an image is an artwork, and an edit changes amounts. */
const stopWordsOf: Readonly<Record<PromptKind, ReadonlySet<string>>> = {
  image: list("background foreground drawing painting illustration artwork"),
  edit: list(
    "increase raise boost reduce lower decrease adjust fix improve rid filter tone tones tint hint touch",
  ),
};
const negators = list(
  "no not without never none nor don't doesn't isn't aren't remove removing delete erase hide less fewer",
);
/** The words of `negators` that are requests themselves. */
const removals = list("remove removing delete erase hide");
/** The words that a negation does not reach across; "or" continues it. */
const boundaries = list(
  "and but with in on at by under over from to into near behind beside for as then just only",
);
/** Qualities that an edit can reduce: "less contrast", "not so bright". */
const reductions = list(
  `light contrast brightness exposure bright dark saturation saturated colourful colorful vivid vibrant warm cold
  cool blur blurry`,
);
/** The words of an edit after which everything stays as it is, up to the next boundary. */
const keepers = list("keep keeping preserve");
/** The same after a negator: "don't change the face". */
const changes = list("change changing touch alter lose");
/** The words that part two requests; any other stop word joins them. */
const partings = list("and or but nor with then");
/** The most words of one phrase: a prompt in an unknown language is all unknown words. */
const PHRASE_WORDS = 4;

const token =
  /\p{Regional_Indicator}{2}|\p{Extended_Pictographic}(?:\uFE0F|\p{Emoji_Modifier}|\u200D\p{Extended_Pictographic})*|[\p{L}\p{N}][\p{L}\p{M}\p{N}'-]*|[.,;:!?\n]/gu;
const punctuation = /^[.,;:!?\n]$/;

/** Whether a word by itself says nothing: a stop word, or a single letter of an alphabet. */
const isEmpty = (key: string, kind: PromptKind): boolean =>
  stopWords.has(key) || stopWordsOf[kind].has(key) || /^[\p{sc=Latin}\p{sc=Cyrl}\p{sc=Grek}]$/u.test(key);

type Mode = "asked" | "negated" | "kept";

/** Returns how the words after one are meant; a boundary of the sentence ends a negation. */
function nextMode(mode: Mode, key: string, rest: string, kind: PromptKind): Mode {
  if (punctuation.test(key) || boundaries.has(key)) return "asked";
  if (kind === "edit" && (keepers.has(key) || (mode === "negated" && changes.has(key)))) return "kept";
  if (!negators.has(key)) return mode;
  const isReduction = /^(less|fewer|not)$/.test(key) && reductions.has(nextWord(rest));
  return isReduction ? "asked" : "negated";
}

/** Returns the words of a prompt, and the prompt without what it negates: "a beach without people" asks for a beach. */
export function readPrompt(prompt: string, kind: PromptKind): ReadPrompt {
  const text = prompt.normalize("NFKC").replace(/[’‘]/g, "'");
  const words = new Map<string, PromptWord>();
  let asked = text;
  let mode: Mode = "asked";
  // The end of the last word that another one can follow; -1 after a boundary, a known repetition and a symbol.
  let last = -1;
  for (const { 0: found, index: start } of text.matchAll(token)) {
    const word = found.replace(/'s?$|[-']+$/i, "");
    const key = word.toLowerCase() || found;
    const [end, after] = [start + word.length, start + found.length];
    mode = nextMode(mode, key, text.slice(after), kind);
    const isRequest = removals.has(key) || (!negators.has(key) && !isEmpty(key, kind));
    if (punctuation.test(found) || partings.has(key) || (negators.has(key) && !isRequest)) last = -1;
    if (mode !== "asked" && !negators.has(key))
      asked = `${asked.slice(0, start)}${" ".repeat(found.length)}${asked.slice(after)}`;
    if (!isRequest || punctuation.test(found) || mode === "kept") continue;
    const follows = last >= 0 && /^[\s\p{L}\p{M}\p{N}'-]*$/u.test(text.slice(last, start));
    const isNegated = mode === "negated" && !removals.has(key);
    if (!words.has(key)) words.set(key, { text: word, isNegated, start, end, follows });
    last = words.get(key)?.start === start ? after : -1;
  }
  return { text, asked, words: [...words.values()] };
}

const nextWord = (rest: string): string =>
  /^(?:\s+(?:so|too|as|that|the)\b)?[^\p{L}]*([\p{L}'-]+)/u.exec(rest)?.[1]?.toLowerCase() ?? "";

/** Returns the words that pass a test, those that belong together as one phrase: "hat on the dog". */
export function phrasesOf({ text, words }: ReadPrompt, isPart: (word: PromptWord) => boolean): string[] {
  const runs: PromptWord[][] = [];
  let before: PromptWord | undefined;
  for (const word of words.filter(isPart)) {
    const run = runs.at(-1);
    const isNext = before !== undefined && words.indexOf(word) === words.indexOf(before) + 1;
    if (run && isNext && word.follows && run.length < PHRASE_WORDS) run.push(word);
    else runs.push([word]);
    before = word;
  }
  return runs.map((run) => text.slice(run[0]?.start, run.at(-1)?.end).replace(/\s+/g, " "));
}
