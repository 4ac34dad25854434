/** The names of the rate limits. Their sizes are in wrangler.toml. */
export type LimitName =
  | "loginAddress"
  | "loginAccount"
  | "signup"
  | "reset"
  | "write"
  | "export"
  | "report"
  | "username";

export interface RateLimits {
  /** False with `AFTERGLOW_RATE_LIMITS=off`, for limits by time that the database counts. */
  areOn: boolean;
  /** Counts one use by `key`. Resolves to false when the limit of the current window is used up. */
  take: (name: LimitName, key: string) => Promise<boolean>;
}

/** Returns the limits of Cloudflare's rate-limit bindings. They count per data centre, so they are approximate. */
export function bindingRateLimits(bindings: Record<LimitName, RateLimit>): RateLimits {
  return {
    areOn: true,
    take: async (name, key) => (await bindings[name].limit({ key })).success,
  };
}

/** No limits, for local runs and tests with `AFTERGLOW_RATE_LIMITS=off`. */
export const noRateLimits: RateLimits = { areOn: false, take: async () => true };
