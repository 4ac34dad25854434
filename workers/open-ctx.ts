import { withContact } from "~/contract/operator";
import { TAB_HEADER, TAB_ID_MAX } from "~/contract/tab";
import type { Ctx } from "~/domain/context";
import { bindingAi } from "~/platform/ai";
import { fingerprintOf } from "~/platform/fingerprint";
import { workersAiSafety } from "~/platform/image-safety";
import { networkOf } from "~/platform/network";
import { commonPasswords, hibp, noPasswords } from "~/platform/password-lists";
import { bindingRateLimits, noRateLimits } from "~/platform/rate-limits";
import type { Envelope } from "~/platform/realtime";
import { turnstile } from "~/platform/turnstile";
import { cachedSite, invalidateSite } from "./cached-site";
import { hubRealtime } from "./hub-realtime";
import { imagesOf } from "./images";
import type { openDatabases } from "./open-databases";
import { openMail } from "./open-mail";
import { openMedia } from "./open-media";
import { operationsOf } from "./operations";
import type { readSettings } from "./settings";
import { textsFrom } from "./texts-in";

interface Parts {
  settings: ReturnType<typeof readSettings>;
  /** The parsed URL of the request. */
  url: URL;
  databases: ReturnType<typeof openDatabases>;
  defer: Ctx["defer"];
  /** Adds work on hubs for which the reply waits. */
  beforeReply: (work: Promise<unknown>) => void;
  language: Ctx["language"];
  viewerId: () => string | null;
  /** Returns the envelopes of the running write; null outside of one. */
  envelopes: () => Envelope[] | null;
}

/** Builds the context of one request's use cases, without a viewer. Rarely used parts are created on demand. */
export function openCtx(
  request: Request,
  env: Env,
  { settings, url, databases, defer, beforeReply, language, viewerId, envelopes }: Parts,
): Ctx {
  return {
    get db() {
      return databases.main().db;
    },
    get chats() {
      return databases.chats();
    },
    viewer: null,
    guard: databases.guard,
    get media() {
      return openMedia(env, settings, defer);
    },
    get ai() {
      return bindingAi({ ai: env.AI, images: imagesOf(env), isLocal: settings.isLocal });
    },
    get imageSafety() {
      return settings.isLocal ? null : workersAiSafety({ ai: env.AI, images: imagesOf(env) });
    },
    get realtime() {
      return hubRealtime(env.USER_HUB, this.db, defer, beforeReply, viewerId, envelopes);
    },
    get mail() {
      return openMail(settings);
    },
    get operations() {
      return operationsOf(env);
    },
    get commonPasswords() {
      return commonPasswords(env.ASSETS);
    },
    get breachedPasswords() {
      return settings.asksHibp ? hibp() : noPasswords;
    },
    get limits() {
      return openLimits(env, settings);
    },
    humans: settings.turnstile && turnstile(settings.turnstile),
    push: pushOf(settings),
    urlOf: (path) => new URL(path, settings.site ?? url.origin).href,
    language,
    get textsIn() {
      return textsFrom(env.ASSETS, env);
    },
    site: cachedSite(env),
    siteChanged: () => invalidateSite(env),
    get operator() {
      return withContact(settings.operator, this.site.contact);
    },
    requiresEmail: settings.requiresEmail,
    ceilings: settings.ceilings,
    fingerprint: (text) => fingerprintOf(env.MEDIA_PASS_KEY, text),
    get address() {
      return networkOf(request.headers.get("CF-Connecting-IP") ?? "local");
    },
    get tab() {
      return request.headers.get(TAB_HEADER)?.slice(0, TAB_ID_MAX) ?? null;
    },
    now: () => new Date(),
    isCancelled: () => request.signal.aborted,
    defer,
  };
}

function openLimits(env: Env, { limitsOff }: ReturnType<typeof readSettings>) {
  if (limitsOff) return noRateLimits;
  return bindingRateLimits({
    loginAddress: env.LOGIN_ADDRESS_LIMIT,
    loginAccount: env.LOGIN_ACCOUNT_LIMIT,
    signup: env.SIGNUP_LIMIT,
    reset: env.RESET_LIMIT,
    write: env.WRITE_LIMIT,
    export: env.EXPORT_LIMIT,
    username: env.USERNAME_LIMIT,
    report: env.REPORT_LIMIT,
  });
}

function pushOf({ push }: ReturnType<typeof readSettings>): Ctx["push"] {
  return push && { publicKey: push.keys.publicKey, isEndpoint: push.isEndpoint };
}
