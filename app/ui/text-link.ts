/** Classes of a link inside running text. */
export const textLink =
  "rounded-sm font-medium text-ember-strong underline decoration-ember-strong/40 underline-offset-3 hover:decoration-current";

/** Classes of a link that stands alone, with a larger tap target. */
export const loneLink = `${textLink} touch-around`;
