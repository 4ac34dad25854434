import { languages } from "~/contract/languages";
import type { Operator } from "~/contract/operator";
import { ceilings } from "~/contract/quotas";
import { bounceAddress } from "~/domain/mail/bounce-address";
import { fingerprintOf } from "~/platform/fingerprint";
import type { MailApi } from "~/platform/mail";
import type { ZoneKeys } from "~/platform/media/purge-cache";
import { isPushEndpoint, PUSH_HOSTS, parsePushHosts } from "~/platform/push-hosts";
import type { TurnstileKeys } from "~/platform/turnstile";
import { parseVapidKey } from "~/platform/web-push";
import { jurisdictionOf } from "./jurisdiction";

const KEY_LENGTH = 32;

type SettingsEnv = Pick<
  Env,
  | "AFTERGLOW_ENV"
  | "AFTERGLOW_HIBP"
  | "AFTERGLOW_RATE_LIMITS"
  | "AFTERGLOW_EMAIL"
  | "AFTERGLOW_UPLOADS_PER_DAY"
  | "AFTERGLOW_AI_PER_DAY"
  | "AFTERGLOW_SITE"
  | "AFTERGLOW_JURISDICTION"
  | "AFTERGLOW_OPERATOR"
  | "AFTERGLOW_CONTACT"
  | "AFTERGLOW_PREVAILING_LANGUAGE"
  | "MEDIA_PASS_KEY"
  | "EMAIL"
  | "MAIL_API_URL"
  | "MAIL_API_KEY"
  | "MAIL_FROM"
  | "MAIL_WEBHOOK_SECRET"
  | "AFTERGLOW_BOUNCES"
  | "TURNSTILE_SITE_KEY"
  | "TURNSTILE_SECRET_KEY"
  | "CACHE_ZONE_ID"
  | "CACHE_PURGE_TOKEN"
  | "VAPID_KEY"
  | "AFTERGLOW_PUSH_HOSTS"
  | "AFTERGLOW_PUSH_SERVICE"
>;

type Settings = ReturnType<typeof checkedSettings>;

/** The settings by the environment of the isolate: checking them took a twelfth of the time of a call. */
const remembered = new WeakMap<SettingsEnv, Settings>();

/**
 * Returns the settings of the deployment. They are read and checked once for each environment object.
 * @throws when a setting is missing or not allowed, so that a misconfigured site serves nothing
 */
export function readSettings(env: SettingsEnv): Settings {
  const settings = remembered.get(env) ?? checkedSettings(env);
  remembered.set(env, settings);
  return settings;
}

function checkedSettings(env: SettingsEnv) {
  const isLocal = env.AFTERGLOW_ENV === "local";
  const limitsOff = env.AFTERGLOW_RATE_LIMITS === "off";
  if (limitsOff && !isLocal) throw new Error("AFTERGLOW_RATE_LIMITS=off is refused in production.");
  if (env.AFTERGLOW_PUSH_SERVICE && !isLocal)
    throw new Error("AFTERGLOW_PUSH_SERVICE is refused in production.");
  if ((env.MEDIA_PASS_KEY ?? "").length < KEY_LENGTH) {
    throw new Error(`MEDIA_PASS_KEY must be a secret of at least ${KEY_LENGTH} characters.`);
  }
  const site = isLocal ? null : siteOf(env.AFTERGLOW_SITE);
  jurisdictionOf(env);
  const bounces = bounceMailbox(env);
  const mail = mailService(env, bounces);
  const requiresEmail = env.AFTERGLOW_EMAIL === "required";
  if (requiresEmail && !isLocal && !mail) throw new Error("AFTERGLOW_EMAIL=required needs a mail service.");
  return {
    isLocal,
    limitsOff,
    requiresEmail,
    asksHibp: env.AFTERGLOW_HIBP === "on",
    site,
    operator: operatorOf(env),
    mail,
    bounces,
    mailWebhookSecret: webhookSecret(env),
    turnstile: turnstileKeys(env),
    zone: zoneKeys(env),
    push: pushKeys(env, site),
    ceilings: {
      uploads: countOf(env, "AFTERGLOW_UPLOADS_PER_DAY") ?? ceilings.uploads.most,
      aiUses: countOf(env, "AFTERGLOW_AI_PER_DAY") ?? ceilings.aiUses.most,
    },
  };
}

/** Returns the number in a setting; null without the setting. */
function countOf<N extends string>(env: { [name in N]?: unknown }, name: N): number | null {
  if (env[name] === undefined) return null;
  if (/^\d{1,9}$/.test(String(env[name]))) return Number(env[name]);
  throw new Error(`${name} must be a whole number.`);
}

/** Returns whether a text is the address of a site: HTTPS and a host, without a path. */
export function isSiteAddress(text: string): boolean {
  return text.startsWith("https://") && URL.canParse(text) && new URL(text).origin === text;
}

/**
 * Returns the configured address of the site. A request's `Host` is chosen by its sender, who could make a mail lead to
 * a site of their own. A local run has no setting and uses the request's address.
 */
function siteOf(address: string | undefined): string {
  if (address !== undefined && isSiteAddress(address)) return address;
  throw new Error("AFTERGLOW_SITE must be the address of the site, such as https://photos.example.com.");
}

/** Returns the operator of the site, for the terms and the privacy page; null when the settings name none. */
function operatorOf(env: SettingsEnv): Operator | null {
  const {
    AFTERGLOW_OPERATOR: name,
    AFTERGLOW_CONTACT: contact,
    AFTERGLOW_PREVAILING_LANGUAGE: prevails,
  } = env;
  if (!name && !contact && !prevails) return null;
  if (!name || !contact) throw new Error("Set both AFTERGLOW_OPERATOR and AFTERGLOW_CONTACT, or neither.");
  const isNamed = typeof name === "string" || (!!name.en && Object.keys(name).every(isLanguage));
  if (!isNamed) throw new Error("AFTERGLOW_OPERATOR must be a text, or texts by language with one of en.");
  if (prevails && !isLanguage(prevails))
    throw new Error("AFTERGLOW_PREVAILING_LANGUAGE must be the code of a language of the product.");
  return { name, contact, ...(prevails && { prevails }) };
}

const isLanguage = (text: string) => languages.some(({ code }) => code === text);

type MailService = MailApi | { binding: SendEmail; from: string };

/** Returns the binding of Cloudflare's Email Service or else the HTTP mail API, with the sender; null without both. */
function mailService(
  env: Pick<Env, "EMAIL" | "MAIL_API_URL" | "MAIL_API_KEY" | "MAIL_FROM" | "MEDIA_PASS_KEY">,
  bounces: string | null,
): MailService | null {
  const { EMAIL: binding, MAIL_API_URL: url, MAIL_API_KEY: key, MAIL_FROM: from } = env;
  if (binding && from) return { binding, from };
  if (binding) throw new Error("The binding EMAIL needs MAIL_FROM, the sender of mails.");
  if (url && key && from) {
    const signer = { fingerprint: (text: string) => fingerprintOf(env.MEDIA_PASS_KEY, text) };
    return { url, key, from, ...(bounces && { returnPathOf: (to) => bounceAddress(signer, bounces, to) }) };
  }
  if (url || key || from)
    throw new Error("Set all of MAIL_API_URL, MAIL_API_KEY and MAIL_FROM, or none of them.");
  return null;
}

/** Returns the mailbox for mails that come back; null without one. */
function bounceMailbox({ AFTERGLOW_BOUNCES: mailbox }: Pick<Env, "AFTERGLOW_BOUNCES">): string | null {
  if (mailbox && !/^[a-z0-9.-]{1,20}@[a-z0-9.-]+$/i.test(mailbox))
    throw new Error("AFTERGLOW_BOUNCES must be an email address with at most 20 characters before the @.");
  return mailbox || null;
}

/** Returns the secret by which the mail service reports mails that came back; null without one. */
function webhookSecret({ MAIL_WEBHOOK_SECRET: secret }: Pick<Env, "MAIL_WEBHOOK_SECRET">): string | null {
  if (secret && secret.length < KEY_LENGTH)
    throw new Error(`MAIL_WEBHOOK_SECRET must have at least ${KEY_LENGTH} characters.`);
  return secret || null;
}

/** Returns the keys of Turnstile, or null when none is set. */
function turnstileKeys(env: Pick<Env, "TURNSTILE_SITE_KEY" | "TURNSTILE_SECRET_KEY">): TurnstileKeys | null {
  const { TURNSTILE_SITE_KEY: siteKey, TURNSTILE_SECRET_KEY: secret } = env;
  if (siteKey && secret) return { siteKey, secret };
  if (siteKey || secret) throw new Error("Set both TURNSTILE_SITE_KEY and TURNSTILE_SECRET_KEY, or none.");
  return null;
}

/**
 * Returns the keys and the subject by which the site names itself to push services, and the check of their addresses;
 * null without a key. Its `subject` is where a push service can complain: the site, or a local run's name.
 */
function pushKeys(
  env: Pick<Env, "VAPID_KEY" | "AFTERGLOW_PUSH_HOSTS" | "AFTERGLOW_PUSH_SERVICE">,
  site: string | null,
) {
  const { VAPID_KEY: secret, AFTERGLOW_PUSH_HOSTS: more, AFTERGLOW_PUSH_SERVICE: localOrigin = null } = env;
  const added = more ? parsePushHosts(more) : [];
  if (!added)
    throw new Error("AFTERGLOW_PUSH_HOSTS must be names of hosts, such as push.example.com, *.example.org.");
  if (!secret) return null;
  const keys = parseVapidKey(secret);
  if (!keys) throw new Error("VAPID_KEY is not whole: `npm run deploy` makes one when it is missing.");
  const hosts = [...PUSH_HOSTS, ...added];
  return {
    keys,
    subject: site ?? "mailto:local@afterglow.invalid",
    isEndpoint: (endpoint: string) => isPushEndpoint(endpoint, hosts, localOrigin),
  };
}

/** Returns the zone whose cache is purged, or null when none is set. */
function zoneKeys(env: Pick<Env, "CACHE_ZONE_ID" | "CACHE_PURGE_TOKEN">): ZoneKeys | null {
  const { CACHE_ZONE_ID: zone, CACHE_PURGE_TOKEN: token } = env;
  if (zone && token) return { zone, token };
  if (zone || token) throw new Error("Set both CACHE_ZONE_ID and CACHE_PURGE_TOKEN, or none.");
  return null;
}
