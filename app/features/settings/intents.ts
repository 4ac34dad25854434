import { z } from "zod";

export const sessionForm = z.object({ id: z.string() });
export const unblockForm = z.object({ userId: z.string() });

/** A checkbox: absent while it is not checked. */
export const hidingForm = z.object({ hidden: z.boolean().default(false) });

/** The names of the settings' forms, as their buttons send them. */
export function intentsOf<T extends object>(forms: T): (keyof T)[] {
  // An object literal's own keys are the ones its type lists.
  return Object.keys(forms) as (keyof T)[];
}
