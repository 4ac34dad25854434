import { createMiddleware } from "hono/factory";
import { findSession } from "~/domain/accounts/find-session";
import type { Ctx } from "~/domain/context";
import { readSessionCookie } from "~/platform/cookies";
import type { Envelope } from "~/platform/realtime";
import { askHub, askHubForSession, settled } from "../ask-hub";
import { freshSite } from "../cached-site";
import type { AppContext, AppEnv, Edge } from "../context";
import { isRead } from "../d1-session";
import { deliverAll, publishWrite } from "../hub-realtime";

/** Returns the member of the request's session cookie, from the database. Without a cookie it makes no query. */
export async function lookUpSession(edge: Edge): Promise<Pick<Ctx, "viewer" | "preloaded">> {
  const claim = readSessionCookie(edge.cookies, edge.secure);
  return claim ? findSession(edge.ctx, claim.token) : { viewer: null };
}

/** Returns the same with the rows of the preloads, from the member's hub or else the database, in one batch. */
async function openSession(c: AppContext, edge: Edge): Promise<Pick<Ctx, "viewer" | "preloaded">> {
  const claim = readSessionCookie(edge.cookies, edge.secure);
  if (!claim) return { viewer: null };
  const { raw } = c.req;
  const fromDatabase = () => findSession(edge.ctx, claim.token, edge.firstReads);
  if (!edge.ownChanges) return askHub(c.env.USER_HUB, raw, edge, claim, fromDatabase);
  return (await askHubForSession(c.env.USER_HUB, raw, claim)) ?? fromDatabase();
}

/**
 * Adds the viewer, the rows of the request's preloads and the settings of the site to its context. Publishes a write
 * when its use case has ended. The reply waits until the member's hub has invalidated what it has cached, so that the
 * member's next read, on any device, shows the write.
 */
export const session = createMiddleware<AppEnv>(async (c, next) => {
  const edge = c.get("edge");
  const { raw } = c.req;
  const site = freshSite(c.env);
  try {
    Object.assign(edge.ctx, await openSession(c, edge));
  } catch (error) {
    if (!isDocument(raw, edge.url)) throw error;
    edge.failure = error;
  }
  edge.ctx.site = await site;
  const { viewer, defer } = edge.ctx;
  if (isRead(raw)) return next();
  const hubs = c.env.USER_HUB;
  const write = async () => {
    const envelopes: Envelope[] = [];
    edge.envelopes = envelopes;
    await next();
    edge.envelopes = null;
    if (viewer) {
      const write = { changes: edge.ownChanges, envelopes };
      edge.beforeReply(
        new Promise<void>((resolve) => defer(publishWrite(hubs, viewer.id, write, () => resolve()))),
      );
    } else defer(deliverAll(hubs, envelopes));
    await settled(edge.awaited);
  };
  // Deferred as well: the runtime ends a request whose client has gone away.
  const written = write();
  defer(written);
  await written;
});

/** Returns whether the browser shows the reply as a page; an error must then be a page too. */
function isDocument({ method, headers }: Request, { pathname }: URL): boolean {
  const isText = headers.get("Accept")?.includes("text/html") ?? false;
  return method === "GET" && isText && !pathname.startsWith("/api/");
}
