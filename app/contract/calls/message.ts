import { sessionUser } from "../accounts";
import { z } from "../zod";

/** A reply with a text to show. */
export const message = z.object({ message: z.string() });

/** The reply to a call that opens a session. */
export const withMessage = z.object({ user: sessionUser, message: z.string() });
