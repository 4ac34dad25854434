import { msg } from "@lingui/core/runtime-macro";
import { bodyOf } from "~/contract/errors";
import { nameOfSite } from "~/contract/site";
import { LOG_IN_FIRST } from "~/contract/texts";
import { findSessionRow } from "~/domain/accounts/find-session";
import { readSessionCookie } from "~/platform/cookies";
import { elapsedMs } from "~/platform/elapsed";
import { cachedSite } from "./cached-site";
import { type AppContext, openEdge } from "./context";
import { hubOf } from "./hub/call-hub";
import { ownHubHint } from "./location-hint";
import { isOwnOrigin } from "./middleware/origin";
import { MEMBER_HEADER, SESSION_EXPIRES_HEADER, SESSION_HEADER } from "./user-hub";

/** `GET /ws`: logs one line for an opened or refused socket, without address and member. The hub logs its end. */
export async function openSocket(c: AppContext): Promise<Response> {
  const at = new Date().toISOString();
  const started = elapsedMs();
  const reply = await upgrade(c);
  const { status } = reply;
  console.log(JSON.stringify({ socket: "open", at, status, ms: elapsedMs() - started }));
  return reply;
}

/**
 * Upgrades to a WebSocket on the member's own hub. Returns 426 without an upgrade request, 403 from a page of
 * another origin (browsers send cookies with those, too), and 401 without a session.
 */
async function upgrade(c: AppContext): Promise<Response> {
  const { raw } = c.req;
  if (raw.headers.get("Upgrade")?.toLowerCase() !== "websocket") {
    return c.json(bodyOf(msg`This address takes WebSocket connections.`), 426);
  }
  if (raw.headers.get("Origin") === null || !isOwnOrigin(raw)) {
    return c.json(
      bodyOf(msg`This connection did not come from ${{ site: nameOfSite(cachedSite(c.env)) }}.`),
      403,
    );
  }
  // At the primary: a replica may still have a session that has ended, and a socket outlives its request.
  const edge = openEdge(raw, c.env, c.executionCtx, "first-primary");
  const claim = readSessionCookie(edge.cookies, edge.secure);
  const session = claim && (await findSessionRow(edge.ctx, claim.token));
  if (!session) return c.json(bodyOf(LOG_IN_FIRST), 401);
  const headers = new Headers(raw.headers);
  headers.set(MEMBER_HEADER, session.id);
  headers.set(SESSION_HEADER, session.sessionId);
  headers.set(SESSION_EXPIRES_HEADER, session.expiresAt);
  return hubOf(c.env.USER_HUB, session.id, ownHubHint(raw)).fetch(new Request(raw, { headers }));
}
