/** Returns the length of a text in code points, as the schemas count it; `text.length` counts most emoji twice. */
export const lengthOf = (text: string): number => [...text].length;

/** Returns the first `max` code points of a text. */
export const firstOf = (text: string, max: number): string => [...text].slice(0, max).join("");
