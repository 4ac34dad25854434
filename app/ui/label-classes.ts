import { classNames } from "./class-names";

/** Hides a label visually: always, or on phones below a row that names the field (features/composer/fold.tsx). */
export type LabelHidden = boolean | "folded";

/** Returns the classes of a label. @param visible those of a visible one */
export function labelClasses(hidden: LabelHidden, visible: string): string {
  if (hidden === true) return "sr-only";
  return classNames(visible, hidden === "folded" && "max-md:[@media(scripting:enabled)]:sr-only");
}
