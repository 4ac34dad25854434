import type { Chats } from "~/db/chats";
import { openDb } from "~/db/client";
import { sweepClosedAccounts } from "~/domain/accounts/closed-accounts";
import { sweepWaiting } from "~/domain/accounts/sweep-waiting";
import { completeChatSteps } from "~/domain/chat/complete-chat-steps";
import { indexMessages } from "~/domain/chat/index-messages";
import { measureChats } from "~/domain/chat/measure-chats";
import { storeErrors } from "~/domain/dashboard/count-errors";
import { keepCounters } from "~/domain/dashboard/keep-counters";
import { sendDigests } from "~/domain/mail/send-digests";
import { sendHeldMails } from "~/domain/mail/send-held-mails";
import { sweepImageChecks } from "~/domain/media/judge-photo";
import { sweepRemovals } from "~/domain/media/sweep-removals";
import { sweepUnused } from "~/domain/media/sweep-unused";
import { completeRemovals } from "~/domain/moderation/complete-removals";
import { storeLastRun } from "~/domain/moderation/store-last-run";
import { sweepNotifications } from "~/domain/notifications/sweep-notifications";
import { sweepDevices } from "~/domain/push/sweep-devices";
import { expirySweeps } from "~/domain/retention/expiry-sweeps";
import { foldTags } from "~/domain/search/fold-tags";
import { indexPosts } from "~/domain/search/index-posts";
import { sweepAnnouncement } from "~/domain/site/announcement";
import { elapsedMs } from "~/platform/elapsed";
import { fingerprintOf } from "~/platform/fingerprint";
import { workersAiSafety } from "~/platform/image-safety";
import { logError } from "~/platform/log";
import { chatBindings } from "./chat-bindings";
import { counted, countedBindings, type RunCost } from "./counted-calls";
import { hubRealtime } from "./hub-realtime";
import { openMail } from "./open-mail";
import { openMedia } from "./open-media";
import { runSweeps, type Sweep, type SweepCtx, within } from "./run-sweeps";
import { readSettings } from "./settings";
import { textsFrom } from "./texts-in";

/** The jobs of the hourly run. `removals` removes the files. */
export const sweeps: Record<string, Sweep> = {
  closedAccounts: sweepClosedAccounts,
  chatSteps: completeChatSteps,
  messageRemovals: completeRemovals,
  chatSizes: measureChats,
  counters: keepCounters,
  waitingMembers: sweepWaiting,
  announcements: sweepAnnouncement,
  ...expirySweeps,
  notices: sweepNotifications,
  pushDevices: sweepDevices,
  unusedMedia: sweepUnused,
  removals: sweepRemovals,
  unindexedPosts: indexPosts,
  unfoldedTags: foldTags,
  unindexedMessages: indexMessages,
  // These wait for other services, so all others come first.
  heldMails: sendHeldMails,
  digests: sendDigests,
  imageChecks: sweepImageChecks,
};

/** The site in the mails of a local run, which has no request here. */
const LOCAL_SITE = "http://localhost:8787";

/** The longest wait for hubs at the end of a run, in milliseconds: a silent hub must not keep it from being logged. */
const PUBLISHED_MS = 30_000;

/**
 * Runs every sweep; the cron trigger in wrangler.toml calls it every hour. When one fails, the others still run, and
 * the run fails at the end, so that the operator sees it.
 * @param scheduledTime when the run was due, in milliseconds since 1970
 */
export async function scheduled(
  { scheduledTime }: Pick<ScheduledController, "scheduledTime">,
  env: Env,
): Promise<void> {
  const published: Promise<unknown>[] = [];
  const cost: RunCost = { statements: 0, trips: 0, rowsRead: 0, rowsWritten: 0, subrequests: 0 };
  const ctx = sweepContext(env, new Date(scheduledTime), cost, published);
  const start = elapsedMs();
  const result = await runSweeps(sweeps, ctx, cost);
  const { swept, failed, isCut } = result;
  await within(PUBLISHED_MS, Promise.all(published)).catch((error: unknown) =>
    logError(error, { event: "hubs not notified" }),
  );
  console.log(JSON.stringify({ at: ctx.now().toISOString(), swept, failed, isCut, ...cost }));
  const { db } = openDb(env.DB);
  await storeLastRun(db, result, elapsedMs() - start).catch((error: unknown) =>
    logError(error, { event: "run not stored" }),
  );
  await storeErrors(db);
  if (failed.length > 0) throw new Error(`A sweep failed: ${failed.join(", ")}.`);
}

/** Returns the context of sweeps, whose calls are counted. @param published what must end before the run does */
function sweepContext(bindings: Env, now: Date, cost: RunCost, published: Promise<unknown>[]): SweepCtx {
  const env = countedBindings(bindings, cost);
  const { db } = openDb(env.DB, cost);
  const chats: Chats = [db, ...chatBindings(env).map((chat) => openDb(chat, cost).db)];
  const settings = readSettings(env);
  const { isLocal, ceilings } = settings;
  const defer = (work: Promise<unknown>) =>
    void published.push(work.catch((error: unknown) => logError(error)));
  const post: typeof fetch = (...request) => {
    cost.subrequests += 1;
    return fetch(...request);
  };
  return {
    db,
    chats,
    media: openMedia(env, settings, defer, { entries: counted(caches.default, cost), post }),
    imageSafety: isLocal ? null : workersAiSafety({ ai: env.AI, images: env.IMAGES }),
    ceilings,
    mail: openMail(settings, post),
    push: settings.push,
    limits: { areOn: !settings.limitsOff },
    urlOf: (path: string) => new URL(path, settings.site ?? LOCAL_SITE).href,
    textsIn: textsFrom(env.ASSETS, bindings),
    fingerprint: (text: string) => fingerprintOf(env.MEDIA_PASS_KEY, text),
    realtime: hubRealtime(env.USER_HUB, db, defer, defer, () => null),
    now: () => now,
  };
}
