import type { SessionUser } from "~/contract/accounts";
import { unauthenticated } from "~/contract/errors";
import type { Db } from "~/db/client";
import type { PreloadedRead } from "~/db/viewer-query";
import type { AiEngine } from "~/platform/ai";
import type { Mail } from "~/platform/mail";
import type { MediaStore } from "~/platform/media/store";
import type { RateLimits } from "~/platform/rate-limits";
import type { Realtime } from "~/platform/realtime";

/** The member behind the request, as the session says; never what a payload claims. */
export interface Viewer extends SessionUser {
  sessionId: string;
  /** False until profile setup is finished. */
  isSetUp: boolean;
  /** Whether their feed leaves out what others made with AI. */
  aiHidden: boolean;
}

/** What every use case is given. Built once a request, in workers/context.ts. */
export interface Ctx {
  db: Db;
  viewer: Viewer | null;
  /** Reads that ran in the batch of the session look-up; `readRows` takes their rows from here. */
  preloaded?: readonly PreloadedRead[];
  media: MediaStore;
  ai: AiEngine;
  realtime: Realtime;
  mail: Mail;
  limits: RateLimits;
  /** This site's own address, `https://host`, for links in mails. */
  site: string;
  /** The network the caller belongs to (workers/network-of.ts), for limits only; never stored. */
  address: string;
  now: () => Date;
  /** Work that may outlive the reply: it is waited for, but the member is not kept waiting. */
  defer: (work: Promise<unknown>) => void;
}

/** A context with a viewer; what use cases for members take. */
export interface MemberCtx extends Ctx {
  viewer: Viewer;
}

/** @throws AppError `unauthenticated` when nobody is signed in */
export function asMember(ctx: Ctx): MemberCtx {
  if (!ctx.viewer) throw unauthenticated();
  return { ...ctx, viewer: ctx.viewer };
}
