import { type ArtStyleId, artStyleIds } from "~/contract/art-styles";

/** What a prompt may call each style. Whole words only; the longest of them first would change nothing. */
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

/** The first style of the table that the prompt names. */
export function styleInPrompt(prompt: string): ArtStyleId | null {
  return artStyleIds.find((id) => names[id].test(prompt)) ?? null;
}
