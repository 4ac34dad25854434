/** What is limited, each with its own allowance in wrangler.toml. */
export type LimitName = "loginAddress" | "loginAccount" | "signup" | "reset" | "write" | "export";

export interface RateLimits {
  /** Counts one use by `key`; false once the allowance of the running window is used up. */
  take: (name: LimitName, key: string) => Promise<boolean>;
}

/** Cloudflare's rate-limit binding: counted per location, so a limit is a brake and not a ledger. */
export function bindingRateLimits(bindings: Record<LimitName, RateLimit>): RateLimits {
  return {
    take: async (name, key) => (await bindings[name].limit({ key })).success,
  };
}

/** For local runs and tests that say `AFTERGLOW_RATE_LIMITS=off`. */
export const noRateLimits: RateLimits = { take: async () => true };
