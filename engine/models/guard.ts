/** Llama Guard's hazard categories, by word lists. The lists are short: in production the real model classifies. */
const categories: readonly (readonly [category: string, words: RegExp])[] = [
  [
    "S4",
    /\b(child|children|kid|kids|minor|teen|teens|schoolgirl|schoolboy|loli)\b.*\b(nude|naked|sexy|sex|erotic|porn)\b/i,
  ],
  [
    "S4",
    /\b(nude|naked|sexy|sex|erotic|porn)\b.*\b(child|children|kid|kids|minor|teen|teens|schoolgirl|schoolboy|loli)\b/i,
  ],
  ["S12", /\b(porn\w*|nude|nudes|nudity|naked|nsfw|hentai|erotic\w*|genitals?|orgasm\w*)\b/i],
  ["S1", /\b(gore|gory|behead\w*|decapitat\w*|dismember\w*|mutilat\w*|massacre|torture[ds]?|torturing)\b/i],
  ["S11", /\b(suicides?|suicidal|self[ -]harm\w*)\b/i],
  ["S10", /\b(nazis?|swastikas?|kkk|lynch(ing|ed)?)\b/i],
  ["S9", /\b(pipe bombs?|nerve gas|dirty bombs?|build(ing)? a bomb)\b/i],
];

/** Returns "safe", or "unsafe" with the comma-separated categories on a second line, as Llama Guard does. */
export function classifyPrompt(text: string): string {
  const broken = new Set(categories.filter(([, words]) => words.test(text)).map(([category]) => category));
  return broken.size > 0 ? `unsafe\n${[...broken].join(",")}` : "safe";
}
