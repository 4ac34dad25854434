import { WorkerEntrypoint } from "cloudflare:workers";
import { callHub } from "./hub/call-hub";

/**
 * The entrypoint of the operator's command line (docs/moderation.md#command-line). It has no public address: a service
 * binding of the same account reaches it, in a local run a port. Trusts no caller: hubs check the database.
 */
export class Operator extends WorkerEntrypoint<Env> {
  /** `POST` with a member's id as body: ends sessions in their hub that have ended in the database. */
  override async fetch(request: Request): Promise<Response> {
    // Browsers name an origin: a page must not call a local run.
    if (request.method !== "POST" || request.headers.has("Origin"))
      return new Response(null, { status: 403 });
    await callHub(this.env.USER_HUB, await request.text(), (hub) => hub.recheckSessions());
    return new Response(null, { status: 204 });
  }
}
