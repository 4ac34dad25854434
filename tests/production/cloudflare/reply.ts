import type { Context } from "hono";

/** A refusal of the API, with its own code. */
export class Refusal extends Error {
  constructor(
    readonly status: 400 | 404 | 409 | 500,
    readonly code: number,
    message: string,
  ) {
    super(message);
  }
}

/** Returns the API's envelope of a result. */
export const reply = (c: Context, result: unknown, resultInfo?: unknown) =>
  c.json({ success: true, errors: [], messages: [], result, result_info: resultInfo });

/** Returns the API's envelope of a refusal. */
export const refuse = (c: Context, { status, code, message }: Refusal) =>
  c.json({ success: false, errors: [{ code, message }], messages: [], result: null }, status);
