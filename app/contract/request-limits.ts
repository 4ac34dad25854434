/** The limits of a request: bodies, forms, URL and rate (docs/product.md#limits). Sizes in bytes. */

import { POST_IMAGE_MAX_BYTES } from "./limits";

/** A data URL takes 4 characters for 3 bytes; the rest is for the other fields. */
export const JSON_BODY_MAX_BYTES = Math.ceil((POST_IMAGE_MAX_BYTES * 4) / 3) + 64 * 1024;

/**
 * The largest JSON bodies of calls without a file: of visitors, and of members (a post of ten photos is edited with
 * about 86 KB when every character is escaped).
 */
export const PUBLIC_BODY_MAX_BYTES = 16 * 1024;
export const BODY_MAX_BYTES = 128 * 1024;
/** The parts of a JSON text: values, and members of objects and arrays. A message with 5,000 commas has about 5,000. */
export const JSON_PARTS_MAX = 20_000;

/** The largest form without an image, its fields, and the characters that a refused form gets back. */
export const FORM_MAX_BYTES = 64 * 1024;
/** The form of one of the operator's texts: of 30,000 characters, each of which can take nine bytes. */
export const SITE_TEXT_FORM_MAX_BYTES = 320 * 1024;
export const FORM_FIELDS_MAX = 64;
export const FORM_KEPT_MAX = 10_000;

/** The longest URL of a request, with its query. Cloudflare's own limit is the same. */
export const URL_MAX = 16 * 1024;

/** A longer text is no field of the product, so it is refused without being cleaned (app/contract/visible-text.ts). */
export const CLEANED_TEXT_MAX = 50_000;

/** Broken rules that the reply to a call names. */
export const ISSUES_SHOWN = 20;

/** The window of the rate limits in wrangler.toml, and the default of `Retry-After`. */
export const RATE_LIMIT_PERIOD_SECONDS = 60;

/** `Retry-After` while the site is in maintenance. */
export const READ_ONLY_RETRY_SECONDS = 300;

/** A report of a browser about the content security policy, and the violations of one report that are logged. */
export const CSP_REPORT_MAX_BYTES = 16 * 1024;
export const CSP_REPORTS_LOGGED = 10;
