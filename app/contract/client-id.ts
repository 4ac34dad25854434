import { CLIENT_ID_MAX } from "./limits";
import { z } from "./zod";

/** The sender's idempotency key: a repeated request returns the stored entity (docs/product.md#ids-and-times). */
export const clientId = z.string().min(1).max(CLIENT_ID_MAX).nullish();
