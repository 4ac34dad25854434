/** The classes of a link inside running text. */
export const textLink =
  "rounded-sm font-medium text-ember-strong underline decoration-ember-strong/40 underline-offset-3 hover:decoration-current";

/** The same for one that stands alone, where a finger needs more than a line's height. */
export const loneLink = `${textLink} touch-around`;
