import { WorkerEntrypoint } from "cloudflare:workers";
import { openDb } from "~/db/client";
import { fingerprintOf } from "~/platform/fingerprint";
import { logError } from "~/platform/log";
import type { Letter } from "~/platform/mail";
import type { Realtime } from "~/platform/realtime";
import { hubRealtime } from "./hub-realtime";
import { openMail } from "./open-mail";
import { readSettings } from "./settings";

/** A call of the realtime port that the command line has recorded. */
export type RecordedEvent = [method: keyof Realtime, ...args: unknown[]];

/** A request of the command line to the Worker, which has the hubs, the mail service and the key of hashes. */
export interface OperatorRequest {
  events?: RecordedEvent[];
  mail?: { to: string; letter: Letter };
  /** Texts of which it needs the keyed hashes. */
  texts?: string[];
}

export interface OperatorReply {
  hashes: string[];
}

/**
 * The entrypoint of the operator's command line (docs/moderation.md#command-line). It has no public address: a service
 * binding of the same account reaches it, in a local run a port of this machine. Its caller can write the database too.
 */
export class Operator extends WorkerEntrypoint<Env> {
  /** `POST` an `OperatorRequest` as JSON; returns an `OperatorReply`, or 502 if a hub or the mail service failed. */
  override async fetch(request: Request): Promise<Response> {
    // Browsers name an origin: a page must not call a local run.
    if (request.method !== "POST" || request.headers.has("Origin"))
      return new Response(null, { status: 403 });
    const { env } = this;
    const { events = [], mail, texts = [] } = await request.json<OperatorRequest>();
    const work: Promise<unknown>[] = [];
    const add = (one: Promise<unknown>) => work.push(one);
    const realtime = hubRealtime(env.USER_HUB, openDb(env.DB).db, add, add, () => null);
    for (const [method, ...args] of events) {
      if (!Object.hasOwn(realtime, method)) return new Response(null, { status: 400 });
      // The recorded arguments are those of the method.
      const done = (realtime[method] as (...given: unknown[]) => unknown)(...args);
      if (done instanceof Promise) add(done);
    }
    if (mail) add(openMail(readSettings(env)).send(mail.to, mail.letter));
    const failed = (await Promise.allSettled(work)).filter((one) => one.status === "rejected");
    for (const { reason } of failed) logError(reason, { event: "operator's work failed" });
    if (failed.length > 0) return new Response(null, { status: 502 });
    const hashes = texts.map((text) => fingerprintOf(env.MEDIA_PASS_KEY, text));
    return Response.json({ hashes } satisfies OperatorReply);
  }
}
