import { Hono, type MiddlewareHandler } from "hono";
import { type Call, calls } from "~/contract/calls";
import { AppError } from "~/contract/errors";
import { PAGE_LIMIT_DEFAULT, TAG_PAGE } from "~/contract/limits";
import type { PageRequest } from "~/db/cursor";
import type { ViewerRead } from "~/db/viewer-query";
import { taggedRows } from "~/domain/posts/list-tagged-posts";
import { feedRows } from "~/domain/posts/read-feed";
import { honoPath, pageRequest } from "./api/call";
import type { AppEnv } from "./context";

interface ReadRequest {
  page: PageRequest;
  param: (name: string) => string;
}

type Reads = (request: ReadRequest) => ViewerRead<unknown>[];

/**
 * The calls and pages whose first reads run in the batch of the session look-up, which saves a trip
 * (docs/decisions/0068-preloaded-reads.md). Of two calls whose paths match a request, the first one here counts.
 */
export const preloads = new Hono<AppEnv>();

onCall(calls.readFeed, ({ page }) => [feedRows(page)]);

onPage("/feed", "routes/feed", ({ page }) => [feedRows(page)]);
onPage("/tag/:tag", "routes/tag", ({ page, param }) => [
  taggedRows({ tag: param("tag"), page: { ...page, limit: TAG_PAGE } }),
]);

function onCall({ path }: Call, reads: Reads): void {
  preloads.get(honoPath(path), async (c, next) => {
    const edge = c.get("edge");
    const param = (name: string) => c.req.param(name) ?? "";
    if (edge.firstReads.length === 0) edge.firstReads = readsOf(reads, { page: pageRequest(c), param });
    await next();
  });
}

/**
 * React Router fetches a page's data from the page's path with `.data` behind it, and names the routes it wants.
 * @param routeId the id of the route in app/routes.ts
 */
function onPage(path: string, routeId: string, reads: Reads): void {
  const handle: MiddlewareHandler<AppEnv> = async (c, next) => {
    const edge = c.get("edge");
    const page = { ...pageRequest(c), limit: PAGE_LIMIT_DEFAULT };
    const param = (name: string) => (c.req.param(name) ?? "").replace(/\.data$/, "");
    const wanted = c.req.query("_routes")?.split(",") ?? [routeId];
    if (wanted.includes(routeId)) edge.firstReads = [...edge.firstReads, ...readsOf(reads, { page, param })];
    await next();
  };
  preloads.get(path, handle);
  // A parameter at the end of the path matches the `.data` suffix too.
  if (!/:\w+$/.test(path)) preloads.get(`${path}.data`, handle);
}

/** Returns the reads of a request; none for a malformed one, which the use case refuses once the session is known. */
function readsOf(reads: Reads, request: ReadRequest): ViewerRead<unknown>[] {
  try {
    return reads(request);
  } catch (error) {
    if (error instanceof AppError) return [];
    throw error;
  }
}
