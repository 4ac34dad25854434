/** A prompt without the words that it negates, and the words that ask for something. */
export interface ReadPrompt {
  asked: string;
  /** Each once, in any case: as typed first. */
  words: string[];
  negated: string[];
}

const list = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/));

/** The words of a prompt that name nothing: articles, pronouns, prepositions, requests, and praise. */
const stopWords = list(
  `a an the and or nor but if then than as so also just only even this that these those it its it's there here some any
  all both each every of in on at by to from into onto with without within over under above below behind beside between
  among near next through across along around against before after during for about like up down out off inside outside
  is are was were be being been am do does did have has had having can could will would should must may might let let's
  i i'm me my mine we us our you your he him his she her they them their who whose which what when where while how
  please want need wish make makes making made give add put set turn change keep get use draw paint create generate
  show shows showing see look looks looking image images picture pictures photo photos photograph drawing painting
  illustration artwork scene view style styled look effect more most very much too really quite bit little lot
  slightly slight subtle soft gentle far close high low full filled covered surrounded sitting standing lying
  flying floating falling rising setting shining glowing background foreground sky skies day's
  beautiful nice pretty lovely great good best amazing stunning gorgeous perfect wonderful
  ein eine einen einem einer der die das den dem und mit im am auf von
  un une le la les et de du des dans sur avec el los las con en y una uno il lo gli di del della nel e o`,
);
const negators = list(
  "no not without never none nor don't doesn't isn't aren't remove removing delete erase hide less fewer",
);
/** The words of `negators` that are requests themselves. */
const removals = list("remove removing delete erase hide");
/** The words that a negation does not reach across; "or" continues it. */
const boundaries = list(
  "and but with in on at by under over from to into near behind beside for as then just only",
);
/** Reductions that the engine can do. */
const reductions = list("light contrast");

const token =
  /\p{Regional_Indicator}{2}|\p{Extended_Pictographic}(?:\uFE0F|\p{Emoji_Modifier}|\u200D\p{Extended_Pictographic})*|[\p{L}\p{N}][\p{L}\p{M}\p{N}'-]*|[.,;:!?\n]/gu;
const punctuation = /^[.,;:!?\n]$/;

/** Whether a word by itself says nothing: a stop word, or a single letter of an alphabet. */
const isEmpty = (key: string): boolean =>
  stopWords.has(key) || /^[\p{sc=Latin}\p{sc=Cyrl}\p{sc=Grek}]$/u.test(key);

/** Returns the words of a prompt, and the prompt without what it negates: "a beach without people" asks for a beach. */
export function readPrompt(prompt: string): ReadPrompt {
  const text = prompt.normalize("NFKC").replace(/[’‘]/g, "'");
  const [words, negated] = [new Map<string, string>(), new Map<string, string>()];
  let asked = text;
  let isNegated = false;
  for (const { 0: found, index } of text.matchAll(token)) {
    const word = found.replace(/'s?$|[-']+$/i, "");
    const key = word.toLowerCase();
    if (punctuation.test(found) || boundaries.has(key)) isNegated = false;
    else if (negators.has(key)) {
      isNegated = !(/^(less|fewer)$/.test(key) && reductions.has(nextWord(text, index + found.length)));
      if (removals.has(key)) words.set(key, words.get(key) ?? word);
    } else if (isNegated && !isEmpty(key)) {
      negated.set(key, negated.get(key) ?? word);
      asked = `${asked.slice(0, index)}${" ".repeat(found.length)}${asked.slice(index + found.length)}`;
    } else if (!isEmpty(key)) words.set(key, words.get(key) ?? word);
  }
  return { asked, words: [...words.values()], negated: [...negated.values()] };
}

const nextWord = (text: string, from: number): string =>
  /^[^\p{L}]*([\p{L}'-]+)/u.exec(text.slice(from))?.[1]?.toLowerCase() ?? "";
