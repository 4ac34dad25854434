import type { Context } from "hono";
import { type DbCost, openDb } from "~/db/client";
import type { ViewerRead } from "~/db/viewer-query";
import type { Ctx } from "~/domain/context";
import { bindingAi } from "~/platform/ai";
import { httpMail, noMail, terminalMail } from "~/platform/mail";
import { r2MediaStore } from "~/platform/media/store";
import { bindingRateLimits, noRateLimits } from "~/platform/rate-limits";
import { startOf } from "./d1-session";
import { hubRealtime } from "./hub-realtime";
import { networkOf } from "./network-of";
import { readSettings } from "./settings";

/** What the edge knows of one request. */
export interface Edge {
  ctx: Ctx;
  /** Why nobody could find out who the viewer is; a document then says so as a page. */
  failure?: unknown;
  /** Reads to run in the batch of the session look-up. */
  firstReads: readonly ViewerRead<unknown>[];
  cost: DbCost;
  /** The state of the database that this request has reached; null before its first statement. */
  bookmark: () => string | null;
  /** Told in the reply's `X-Request-Id` and in the log line. */
  requestId: string;
  /** Lets this reply's own inline scripts run, and no others; made when it is first asked for. */
  nonce: () => string;
  /** The request's address, taken apart. Not to be changed. */
  url: URL;
  /** Whether the browser reached us over https: decides on cookie names and flags. */
  secure: boolean;
}

export type AppEnv = { Bindings: Env; Variables: { edge: Edge } };
export type AppContext = Context<AppEnv>;

/** Builds what one request needs, without asking the database anything; the viewer is added by the session middleware. */
export function openEdge(request: Request, env: Env, execution: Pick<ExecutionContext, "waitUntil">): Edge {
  const settings = readSettings(env);
  const url = new URL(request.url);
  const secure = url.protocol === "https:";
  const session = env.DB.withSession(startOf(request, secure));
  const { db, cost } = openDb(session);
  let nonce: string | undefined;
  const defer = (work: Promise<unknown>) => execution.waitUntil(work);
  const edge: Edge = {
    ctx: {
      db,
      viewer: null,
      media: r2MediaStore(env.MEDIA, env.IMAGES, { entries: caches.default, defer }),
      ai: bindingAi({ ai: env.AI, images: env.IMAGES, isLocal: settings.isLocal }),
      realtime: hubRealtime(env.USER_HUB, db, defer, () => edge.ctx.viewer?.id ?? null),
      mail: settings.mail ? httpMail(settings.mail) : settings.isLocal ? terminalMail() : noMail,
      limits: settings.limitsOff
        ? noRateLimits
        : bindingRateLimits({
            loginAddress: env.LOGIN_ADDRESS_LIMIT,
            loginAccount: env.LOGIN_ACCOUNT_LIMIT,
            signup: env.SIGNUP_LIMIT,
            reset: env.RESET_LIMIT,
            write: env.WRITE_LIMIT,
            export: env.EXPORT_LIMIT,
          }),
      site: url.origin,
      address: networkOf(request.headers.get("CF-Connecting-IP") ?? "local"),
      now: () => new Date(),
      defer,
    },
    firstReads: [],
    cost,
    bookmark: () => session.getBookmark(),
    requestId: request.headers.get("CF-Ray") ?? crypto.randomUUID(),
    nonce: () => {
      nonce ??= Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString("base64");
      return nonce;
    },
    url,
    secure,
  };
  return edge;
}
