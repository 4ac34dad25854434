import { type ArtStyleId, artStyleIds } from "~/contract/art-styles";

/** Names of each style in a prompt, as whole words. */
const names: Readonly<Record<ArtStyleId, RegExp>> = {
  watercolor: /\bwater ?-?colou?rs?\b|\baquarelle\b/i,
  "oil-painting": /\boil[ -]paint(ing|ed|s)?\b|\boils? on canvas\b|\bimpasto\b|\bimpressionis[tm]\w*/i,
  "pixel-art": /\bpixel(ated)?[ -]?art\b|\bpixelated\b|\b(8|16)[ -]?bit\b/i,
  ghibli: /\bghibli\b|\banime\b|\bmiyazaki\b/i,
  cyberpunk: /\bcyber ?-?punk\b|\bblade ?runner\b/i,
  "pop-art": /\bpop[ -]art\b|\bwarhol\b|\blichtenstein\b/i,
  manga: /\bmangas?\b|\bscreentones?\b/i,
  vaporwave: /\bvapou?r ?-?wave\b|\bsynth ?-?wave\b|\bretro ?-?wave\b/i,
};

/** Returns the first style of the table that the prompt names, or null. */
export function styleInPrompt(prompt: string): ArtStyleId | null {
  return artStyleIds.find((id) => names[id].test(prompt)) ?? null;
}

/** Returns the pattern of a style's names. */
export const namesOfStyle = (id: ArtStyleId): RegExp => names[id];
