declare namespace Cloudflare {
  /** What wrangler.toml does not hold: secrets, and settings of a local run. */
  interface Env {
    /** Signs the short-lived passes that let a browser fetch photos without a session look-up. At least 32 characters. */
    MEDIA_PASS_KEY: string;
    /** `off` switches rate limits off; refused in production. */
    AFTERGLOW_RATE_LIMITS?: string;
    /** An HTTP mail API, its key, and the sender (app/platform/mail.ts): all three, or none on a laptop. */
    MAIL_API_URL?: string;
    MAIL_API_KEY?: string;
    MAIL_FROM?: string;
  }
}

/** The browser's types, which the pages need, know no default cache; Workers have one. */
interface CacheStorage {
  readonly default: Cache;
}
