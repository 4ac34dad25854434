import { z } from "~/contract/zod";

/** A form with nothing but its intent. */
export const emptyForm = z.object({});

export const sessionForm = z.object({ id: z.string() });
export const invitationForm = z.object({ id: z.string() });
/** Unblocks or unmutes a member. */
export const memberForm = z.object({ userId: z.string() });
export const wordForm = z.object({ word: z.string() });

/** Browsers omit an unchecked checkbox from the form. */
export const hidingForm = z.object({ hidden: z.boolean().default(false) });
export const showingForm = z.object({ shown: z.boolean().default(false) });
export const keepingForm = z.object({ kept: z.boolean().default(false) });
