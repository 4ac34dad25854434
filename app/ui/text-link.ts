/** The classes of a link inside running text. */
export const textLink =
  "rounded-sm font-medium text-ember-strong underline decoration-ember-strong/40 underline-offset-3 hover:decoration-current";
