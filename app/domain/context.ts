import type { I18n } from "@lingui/core";
import type { SessionUser } from "~/contract/accounts";
import { unauthenticated } from "~/contract/errors";
import type { Role } from "~/contract/moderation";
import type { Operator } from "~/contract/operator";
import type { Ceiling } from "~/contract/quotas";
import type { SensitiveMode } from "~/contract/sensitive";
import type { Site } from "~/contract/site";
import type { Chats } from "~/db/chats";
import type { Db } from "~/db/client";
import type { SessionGuard } from "~/db/session-guard";
import type { PreloadedRead } from "~/db/viewer-query";
import type { AiEngine } from "~/platform/ai";
import type { ImageSafety } from "~/platform/image-safety";
import type { Mail } from "~/platform/mail";
import type { MediaStore } from "~/platform/media/store";
import type { Operations } from "~/platform/operations";
import type { PasswordList } from "~/platform/password-lists";
import type { RateLimits } from "~/platform/rate-limits";
import type { Realtime } from "~/platform/realtime";
import type { HumanCheck } from "~/platform/turnstile";

/** The member of the request's session; never taken from a payload. */
export interface Viewer extends SessionUser {
  sessionId: string;
  /** The member's number inside the database (app/db/keys.ts); missing where no session was looked up. */
  key?: number | undefined;
  /** False until profile setup is finished. */
  isSetUp: boolean;
  emailConfirmed: boolean;
  /** Whether their feed hides other members' AI posts. */
  aiHidden: boolean;
  /** Whether the originals of their uploads are stored too. */
  keepsOriginals: boolean;
  /** The way in which they see covered photos. */
  sensitivePhotos: SensitiveMode;
  /** In the form of `wordsOf` (app/contract/mutes.ts). */
  mutedWords: readonly string[];
  role: Role;
  /** The end of a silence (docs/moderation.md), as ISO 8601; it may be over. */
  silencedUntil: string | null;
  /** The id of the last announcement that they have dismissed. */
  dismissedAnnouncement: string;
}

/** The context that every use case gets. Built once for each request, in workers/context.ts. */
export interface Ctx {
  /** The main database. */
  db: Db;
  chats: Chats;
  viewer: Viewer | null;
  /** The session that every write of `db` looks up in its own batch. `asMember` sets it. */
  guard: SessionGuard;
  /** Reads that ran in the batch of the session look-up; `readRows` takes their rows from here. */
  preloaded?: readonly PreloadedRead[];
  media: MediaStore;
  ai: AiEngine;
  /** Null where nothing judges photos, such as on a laptop. */
  imageSafety: ImageSafety | null;
  realtime: Realtime;
  mail: Mail;
  commonPasswords: PasswordList;
  breachedPasswords: PasswordList;
  limits: RateLimits;
  /** The check that a person signs up; null unless the operator has set it up. */
  humans: HumanCheck | null;
  /** The public key for push subscriptions, and the check of their addresses; null where the site pushes nothing. */
  push: { publicKey: string; isEndpoint: (endpoint: string) => boolean } | null;
  /** Returns the absolute URL of a path, for mails and for other sites (docs/deploy.md#first-deployment). */
  urlOf: (path: string) => string;
  /** Returns the code of the caller's language. */
  language: () => string;
  /** Returns texts in the language of a reader who is not the caller, such as that of a mail; for null in English. */
  textsIn: (language: string | null) => Promise<I18n>;
  /** The settings of the site, at most 30 seconds old. */
  site: Site;
  /** Lets the next request read the settings of the site again. Every write of them calls it. */
  siteChanged: () => void;
  operations: Operations;
  /** Null on a laptop, and where the settings do not name one. */
  operator: Operator | null;
  /** Whether the operator requires a confirmed email address for posts, comments, messages, requests and AI. */
  requiresEmail: boolean;
  /** The most that all members together may do in 24 hours (docs/product.md#ceilings). */
  ceilings: Record<Ceiling, number>;
  /** Returns a keyed hash in hex, for secrets and addresses that must not be readable in the database. */
  fingerprint: (text: string) => string;
  /** The caller's network (app/platform/network.ts), for limits and blocks only; stored as a keyed hash at most. */
  address: string;
  /** The caller's tab, as the page named it (app/contract/tab.ts). */
  tab: string | null;
  now: () => Date;
  /** Returns whether the client has closed the request. */
  isCancelled: () => boolean;
  /** Runs work after the reply: the worker waits for it, the member does not. */
  defer: (work: Promise<unknown>) => void;
}

/** A context with a viewer, for use cases of members. */
export interface MemberCtx extends Ctx {
  viewer: Viewer;
}

/**
 * The part of a member's context for reads that depend on the member and on rows alone, not on their session or
 * request. The member's hub runs such reads too (workers/api/cached-calls.ts).
 */
export type ViewerCtx = Pick<MemberCtx, "db" | "chats" | "preloaded"> & { viewer: Omit<Viewer, "sessionId"> };

/**
 * Returns the context of a signed-in member. From here on a write of the request stores nothing when their session has
 * ended (docs/decisions/0117-writes-look-the-session-up.md).
 * @throws AppError `unauthenticated` for a visitor
 */
export function asMember(ctx: Ctx): MemberCtx {
  if (!isOfMember(ctx)) throw unauthenticated();
  ctx.guard.session = ctx.viewer.sessionId;
  return ctx;
}

const isOfMember = (ctx: Ctx): ctx is MemberCtx => ctx.viewer !== null;
