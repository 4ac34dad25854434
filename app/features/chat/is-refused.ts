import { ApiError } from "~/features/api/client";

/** Returns whether the server has refused a request for good: repeating it would not help. */
export const isRefused = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status < 500 && ![401, 429].includes(error.status);
