import { setupI18n } from "@lingui/core";
import type { Unstable_Config } from "wrangler";
import { formatTag, SOURCE } from "~/contract/languages";
import { type Db, openDb } from "~/db/client";
import type { DecisionCtx } from "~/domain/moderation/decision-plan";
import { fingerprintOf } from "~/platform/fingerprint";
import { type Mail, terminalMail } from "~/platform/mail";
import { r2MediaStore } from "~/platform/media/r2-store";
import { noRateLimits } from "~/platform/rate-limits";
import { chatBindings } from "../../workers/chat-bindings";
import type { RecordedEvent } from "../../workers/operator";
import { CommandError } from "../command";
import { localVars, readOperatorUrl, stateFolder } from "../local-state";
import { openBindings } from "./bindings";
import { askWorker, recordingRealtime } from "./operator-port";

/** The address that links in the mails of a local run have. */
const LOCAL_SITE = "http://localhost:8787";

const LATE =
  "This is stored, but the hubs could not be reached: what they hold can be read for five minutes, open sockets close in at most ten. Nothing can be written.";

/**
 * Runs a use case as the operator on the local databases and bucket, or through wrangler on the deployed ones, and
 * awaits its deferred work. Its events, and emails to members of the deployed site, go through the Worker; emails are
 * in English.
 * @param textsToHash returns the texts of which the use case needs keyed hashes
 */
export async function asOperator<T>(
  config: Unstable_Config,
  isRemote: boolean,
  run: (ctx: DecisionCtx) => Promise<T>,
  textsToHash: (db: Db) => Promise<string[]> = async () => [],
): Promise<T> {
  const { env, close } = await openBindings(config, isRemote ? null : stateFolder());
  const deferred: Promise<unknown>[] = [];
  const events: RecordedEvent[] = [];
  try {
    const { db } = openDb(env.DB);
    const result = await run({
      db,
      chats: [db, ...chatBindings(env).map((chat) => openDb(chat).db)],
      viewer: null,
      media: r2MediaStore(env.MEDIA, env.IMAGES),
      realtime: recordingRealtime(events),
      mail: isRemote ? workerMail(config) : terminalMail(console.error),
      fingerprint: isRemote ? await hashesOf(config, await textsToHash(db)) : localHash,
      limits: noRateLimits,
      textsIn: async () => setupI18n({ locale: SOURCE, locales: formatTag(SOURCE) }),
      urlOf: (path) => new URL(path, siteOf(config, isRemote)).href,
      now: () => new Date(),
      defer: (work) => deferred.push(work),
    });
    await finish(deferred);
    await publish(config, isRemote, events);
    return result;
  } finally {
    await close();
  }
}

const siteOf = ({ vars }: Unstable_Config, isRemote: boolean): string =>
  isRemote && typeof vars.AFTERGLOW_SITE === "string" ? vars.AFTERGLOW_SITE : LOCAL_SITE;

/** The change is stored: work after it that fails is named, and the command goes on. */
async function finish(deferred: Promise<unknown>[]): Promise<void> {
  for (const one of await Promise.allSettled(deferred))
    if (one.status === "rejected") console.error(`This is stored, but not all that follows: ${one.reason}`);
}

/** Without a local server there is no hub. */
async function publish(config: Unstable_Config, isRemote: boolean, events: RecordedEvent[]): Promise<void> {
  if (events.length === 0 || (!isRemote && readOperatorUrl(stateFolder()) === null)) return;
  if (!(await askWorker(config, isRemote, { events }))) console.error(LATE);
}

/** The Worker has the secrets of the mail service. */
const workerMail = (config: Unstable_Config): Mail => ({
  send: async (to, letter) => {
    if (!(await askWorker(config, true, { mail: { to, letter } })))
      throw new CommandError("The Worker could not send a mail.");
  },
});

const localHash = (text: string): string => fingerprintOf(localVars().MEDIA_PASS_KEY ?? "", text);

/** Only the Worker has the key of hashes of a deployment. */
async function hashesOf(config: Unstable_Config, texts: string[]): Promise<(text: string) => string> {
  const reply = texts.length > 0 ? await askWorker(config, true, { texts }) : null;
  const known = new Map(texts.map((text, index) => [text, reply?.hashes[index]]));
  return (text) => {
    const hash = known.get(text);
    if (hash === undefined) throw new CommandError("The deployed Worker could not be reached.");
    return hash;
  };
}
