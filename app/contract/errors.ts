import { z } from "zod";

/** Why a call was refused. One code, one HTTP status (contract.md "Calls"). */
export const errorStatus = {
  malformed: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  too_large: 413,
  unsupported_media: 415,
  invalid: 422,
  rate_limited: 429,
  internal: 500,
  /** Workers AI, or the engine that stands in for it, did not answer with a picture. */
  ai_failed: 502,
} as const;

export type ErrorCode = keyof typeof errorStatus;

/** The body of every reply that is not a success. `errors` names the fields, each with the rules it breaks. */
export const errorBody = z.object({
  message: z.string(),
  errors: z.record(z.string(), z.array(z.string())).optional(),
});
export type ErrorBody = z.infer<typeof errorBody>;
