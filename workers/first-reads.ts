import type { Hono, MiddlewareHandler } from "hono";
import type { Call } from "~/contract/calls";
import { AppError } from "~/contract/errors";
import { PAGE_LIMIT_DEFAULT } from "~/contract/limits";
import type { PageRequest } from "~/db/cursor";
import type { ViewerRead } from "~/db/viewer-query";
import { tokenId } from "~/domain/accounts/session-token";
import { readSessionCookie } from "~/platform/cookies";
import { cachedCallOf } from "./api/cached-calls";
import { honoPath, pageRequest } from "./api/call";
import type { AppContext, AppEnv } from "./context";
import { patternsOf } from "./page-paths";

export interface ReadRequest {
  page: PageRequest;
  param: (name: string) => string;
  /** Returns a parameter of the query; empty without it. */
  query: (name: string) => string;
  /** Returns the id that the request's session has if it exists. */
  sessionId: () => string;
}

type Reads = (request: ReadRequest) => readonly ViewerRead<unknown>[];

/** Returns the functions that register the first reads of a call and of a page. */
export function firstReadsOn(preloads: Hono<AppEnv>) {
  return {
    onCall(call: Pick<Call, "method" | "path">, reads: Reads): void {
      const cachedCall = cachedCallOf(call);
      preloads.on(call.method, honoPath(call.path), async (c, next) => {
        const edge = c.get("edge");
        if (edge.firstReads.length === 0) {
          edge.firstReads = readsOf(reads, requestOf(c));
          edge.cachedCall = cachedCall(edge.firstReads);
        }
        await next();
      });
    },

    /**
     * React Router fetches a page's data from the page's path with `.data` behind it, and names the routes it wants.
     * @param routeId the id of the route in app/routes.ts
     */
    onPage(path: string, routeId: string, reads: Reads): void {
      const handle: MiddlewareHandler<AppEnv> = async (c, next) => {
        const edge = c.get("edge");
        const request = requestOf(c);
        const page = { ...request.page, limit: PAGE_LIMIT_DEFAULT };
        const param = (name: string) => request.param(name).replace(/\.data$/, "");
        const wanted = c.req.query("_routes")?.split(",") ?? [routeId];
        if (!wanted.includes(routeId)) return next();
        edge.firstReads = [...edge.firstReads, ...readsOf(reads, { ...request, page, param })];
        await next();
      };
      for (const pattern of patternsOf(path)) preloads.get(pattern, handle);
    },
  };
}

function requestOf(c: AppContext): ReadRequest {
  return {
    page: pageRequest(c),
    param: (name) => c.req.param(name) ?? "",
    query: (name) => c.req.query(name) ?? "",
    sessionId: () => {
      const { cookies, secure } = c.get("edge");
      return tokenId(readSessionCookie(cookies, secure)?.token ?? "");
    },
  };
}

/** Returns the reads of a request; none for a malformed one, which the use case refuses once the session is known. */
function readsOf(reads: Reads, request: ReadRequest): readonly ViewerRead<unknown>[] {
  try {
    return reads(request);
  } catch (error) {
    if (error instanceof AppError) return [];
    throw error;
  }
}
