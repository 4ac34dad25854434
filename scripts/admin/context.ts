import { setupI18n } from "@lingui/core";
import type { Unstable_Config } from "wrangler";
import { formatTag, SOURCE } from "~/contract/languages";
import { openDb } from "~/db/client";
import type { DecisionCtx } from "~/domain/moderation/decision-plan";
import { noMail } from "~/platform/mail";
import { r2MediaStore } from "~/platform/media/r2-store";
import { noRateLimits } from "~/platform/rate-limits";
import type { Realtime } from "~/platform/realtime";
import { chatBindings } from "../../workers/chat-bindings";
import { stateFolder } from "../local-state";
import { openBindings } from "./bindings";

/** The command reaches no hub: pages that hubs hold show the change when they are read again (docs/moderation.md#command-line). */
const noRealtime: Realtime = {
  publish: () => undefined,
  countsChanged: () => undefined,
  postCreated: () => undefined,
  changed: () => undefined,
  postRemoved: () => undefined,
  postsChanged: () => undefined,
  memberChanged: () => undefined,
  endSessions: () => undefined,
  sessionRenewed: async () => undefined,
  accountClosed: () => undefined,
  expectPushes: () => undefined,
  connected: () => undefined,
  disconnected: () => undefined,
  expectChatSteps: async () => undefined,
  presenceChanged: () => undefined,
};

/**
 * Runs a use case as the operator on the local databases and bucket, or through wrangler on the deployed ones, and waits for all that
 * it defers. It sends no mail: the secrets of the mail service are the Worker's.
 */
export async function asOperator<T>(
  config: Unstable_Config,
  isRemote: boolean,
  run: (ctx: DecisionCtx) => Promise<T>,
): Promise<T> {
  const { env, close } = await openBindings(config, isRemote ? null : stateFolder());
  const deferred: Promise<unknown>[] = [];
  try {
    const { db } = openDb(env.DB);
    const result = await run({
      db,
      chats: [db, ...chatBindings(env).map((chat) => openDb(chat).db)],
      viewer: null,
      media: r2MediaStore(env.MEDIA, env.IMAGES),
      realtime: noRealtime,
      mail: noMail,
      // For mails, of which there are none.
      fingerprint: () => "",
      limits: noRateLimits,
      textsIn: async () => setupI18n({ locale: SOURCE, locales: formatTag(SOURCE) }),
      urlOf: (target) => target,
      now: () => new Date(),
      defer: (work) => deferred.push(work),
    });
    await Promise.all(deferred);
    return result;
  } finally {
    await close();
  }
}
