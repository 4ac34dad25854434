declare namespace Cloudflare {
  /** Variables that are not in wrangler.toml: secrets, and settings of a local run. */
  interface Env {
    /** The key that signs media passes. At least 32 characters. */
    MEDIA_PASS_KEY: string;
    /** The site's address, such as `https://photos.example.com`. Required in production, unused in a local run. */
    AFTERGLOW_SITE?: string;
    /** Host names and addresses of a local run, separated by spaces (workers/middleware/own-host.ts). */
    AFTERGLOW_HOSTS?: string;
    /** Name and postal address of the operator, and their email address, for the terms and the privacy page. */
    AFTERGLOW_OPERATOR?: string | Record<string, string>;
    AFTERGLOW_CONTACT?: string;
    AFTERGLOW_PREVAILING_LANGUAGE?: string;
    /** The hubs' jurisdiction, `eu` or `fedramp`: part of their addresses, so it stays (workers/jurisdiction.ts). */
    AFTERGLOW_JURISDICTION?: string;
    /** `on` asks Have I Been Pwned about new passwords (app/platform/password-lists.ts). */
    AFTERGLOW_HIBP?: string;
    /** `off` disables rate limits; refused in production. */
    AFTERGLOW_RATE_LIMITS?: string;
    /** `required`: members write nothing to others before they have confirmed their email address. */
    AFTERGLOW_EMAIL?: string;
    /** The most uploads, and uses of the AI tools, of all members in 24 hours (docs/deploy.md#ceilings). */
    AFTERGLOW_UPLOADS_PER_DAY?: string;
    AFTERGLOW_AI_PER_DAY?: string;
    /** Keys of the check that a person signs up (app/platform/turnstile.ts). Both, or none. */
    TURNSTILE_SITE_KEY?: string;
    TURNSTILE_SECRET_KEY?: string;
    /** Zone and token that purge removed photos from all caches (app/platform/media/purge-cache.ts). Both, or none. */
    CACHE_ZONE_ID?: string;
    CACHE_PURGE_TOKEN?: string;
    /** Cloudflare's Email Service, which needs `MAIL_FROM` and is used in place of the HTTP mail API. */
    EMAIL?: SendEmail;
    /** URL and key of the HTTP mail API, and the sender (app/platform/mail.ts). All three, or none. */
    MAIL_API_URL?: string;
    MAIL_API_KEY?: string;
    MAIL_FROM?: string;
    /** The mailbox for mails that come back, such as `bounces@photos.example.com` (workers/incoming-mail.ts). */
    AFTERGLOW_BOUNCES?: string;
    /** The secret with which the mail service reports mails that came back. At least 32 characters. */
    MAIL_WEBHOOK_SECRET?: string;
    /** The keys by which push services know this site (scripts/vapid-key.ts). Without it the site pushes nothing. */
    VAPID_KEY?: string;
    /** Hosts of push services beside those of `app/platform/push-hosts.ts`, with commas between them. */
    AFTERGLOW_PUSH_HOSTS?: string;
    /** The origin of a push service on this machine, for tests; refused in production. */
    AFTERGLOW_PUSH_SERVICE?: string;
    /** The chat databases beside the main one (workers/chat-bindings.ts). */
    [chat: `CHAT_DB_${number}`]: D1Database | undefined;
  }
}

/** The DOM types, which the pages need, have no `caches.default`; Workers have one. */
interface CacheStorage {
  readonly default: Cache;
}

/** The generated interface no longer extends `Cloudflare.Env`. */
interface Env extends Cloudflare.Env {}
