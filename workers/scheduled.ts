import type { Chats } from "~/db/chats";
import { openDb } from "~/db/client";
import { completeChatSteps } from "~/domain/chat/complete-chat-steps";
import { indexMessages } from "~/domain/chat/index-messages";
import { measureChats } from "~/domain/chat/measure-chats";
import type { Ctx } from "~/domain/context";
import { sendDigests } from "~/domain/mail/send-digests";
import { sendHeldMails } from "~/domain/mail/send-held-mails";
import type { MailCtx } from "~/domain/mail/send-mail";
import { sweepImageChecks } from "~/domain/media/judge-photo";
import { sweepRemovals } from "~/domain/media/sweep-removals";
import { sweepUnused } from "~/domain/media/sweep-unused";
import { completeRemovals } from "~/domain/moderation/complete-removals";
import { sweepNotifications } from "~/domain/notifications/sweep-notifications";
import { sweepDevices } from "~/domain/push/sweep-devices";
import { expirySweeps } from "~/domain/retention/expiry-sweeps";
import { indexPosts } from "~/domain/search/index-posts";
import { fingerprintOf } from "~/platform/fingerprint";
import { workersAiSafety } from "~/platform/image-safety";
import { logError } from "~/platform/log";
import { chatBindings } from "./chat-bindings";
import { hubRealtime } from "./hub-realtime";
import { openMail } from "./open-mail";
import { openMedia } from "./open-media";
import { readSettings } from "./settings";

type SweepCtx = Pick<
  Ctx,
  "db" | "chats" | "media" | "now" | "realtime" | "ceilings" | "imageSafety" | "urlOf"
> &
  MailCtx &
  Parameters<typeof sweepDevices>[0];

type Sweep = (ctx: SweepCtx) => Promise<number>;

/** Each handles one bounded batch and returns its size, 0 when nothing is left. `removals` removes the files. */
export const sweeps: Record<string, Sweep> = {
  chatSteps: completeChatSteps,
  messageRemovals: completeRemovals,
  chatSizes: measureChats,
  ...expirySweeps,
  notices: sweepNotifications,
  pushDevices: sweepDevices,
  unusedMedia: sweepUnused,
  removals: sweepRemovals,
  unindexedPosts: indexPosts,
  unindexedMessages: indexMessages,
  // These wait for other services, so all others come first.
  heldMails: sendHeldMails,
  digests: sendDigests,
  imageChecks: sweepImageChecks,
};

/** The site in the mails of a local run, which has no request here. */
const LOCAL_SITE = "http://localhost:8787";

/** Batches of each sweep in a run. The next run does the rest. */
const ROUNDS = 20;
/** Statements of a run after which no batch begins: D1 allows an invocation 1000, and a batch has at most 30 (docs/scale.md). */
const STATEMENTS = 900;

/**
 * Runs every sweep; the cron trigger in wrangler.toml calls it every hour. Sweeps are idempotent, and can be cut off between any two
 * statements. When one fails, the others still run, and the run fails at the end, so that the operator sees it.
 * @param scheduledTime when the run was due, in milliseconds since 1970
 */
export async function scheduled(
  { scheduledTime }: Pick<ScheduledController, "scheduledTime">,
  env: Env,
): Promise<void> {
  const { db, cost } = openDb(env.DB);
  const chats: Chats = [db, ...chatBindings(env).map((chat) => openDb(chat, cost).db)];
  const settings = readSettings(env);
  const { isLocal, ceilings } = settings;
  const published: Promise<unknown>[] = [];
  const defer = (work: Promise<unknown>) =>
    void published.push(work.catch((error: unknown) => logError(error)));
  const ctx = {
    db,
    chats,
    media: openMedia(env, settings, defer),
    imageSafety: isLocal ? null : workersAiSafety({ ai: env.AI, images: env.IMAGES }),
    ceilings,
    mail: openMail(settings),
    push: settings.push,
    limits: { areOn: !settings.limitsOff },
    urlOf: (path: string) => new URL(path, settings.site ?? LOCAL_SITE).href,
    fingerprint: (text: string) => fingerprintOf(env.MEDIA_PASS_KEY, text),
    realtime: hubRealtime(env.USER_HUB, db, defer, defer, () => null),
    now: () => new Date(scheduledTime),
  };
  const { swept, failed } = await runSweeps(sweeps, ctx, cost);
  await Promise.all(published);
  console.log(JSON.stringify({ at: ctx.now().toISOString(), swept, ...cost }));
  if (failed.length > 0) throw new Error(`A sweep failed: ${failed.join(", ")}.`);
}

/**
 * Runs sweeps one after the other until nothing is left, or the batches or the statements of a run are used up.
 * @param cost counts the statements of the sweeps
 * @returns how much each has swept, and the names of those that failed
 */
export async function runSweeps(
  named: Record<string, Sweep>,
  ctx: SweepCtx,
  cost: { readonly statements: number },
): Promise<{ swept: Record<string, number>; failed: string[] }> {
  const swept: Record<string, number> = {};
  const failed: string[] = [];
  for (const [name, sweep] of Object.entries(named)) {
    swept[name] = 0;
    try {
      for (let round = 0; round < ROUNDS && cost.statements < STATEMENTS; round++) {
        const found = await sweep(ctx);
        swept[name] += found;
        if (found === 0) break;
      }
    } catch (error) {
      logError(error, { sweep: name });
      failed.push(name);
    }
  }
  return { swept, failed };
}
