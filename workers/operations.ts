import { BACKUP_RECORD_KEY, backupRecord } from "~/contract/backup-record";
import type { MailWay, ProbeResult } from "~/contract/health-views";
import { bindingAi } from "~/platform/ai";
import { elapsedMs } from "~/platform/elapsed";
import { logError } from "~/platform/log";
import type { Operations } from "~/platform/operations";
import { COMMON_PASSWORDS_PATH } from "~/platform/password-lists";
import { chatBindings } from "./chat-bindings";
import { callHub } from "./hub/call-hub";
import { within } from "./run-sweeps";
import { readSettings } from "./settings";

/** The longest wait for a service, in milliseconds. */
const PROBE_MS = 2000;
/** The key of the rate limits that the health page uses up. */
const LIMIT_KEY = "health";
/** The smallest GIF, to be measured. */
const PIXEL = "R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7";

const NEEDED = ["MEDIA_PASS_KEY", "AFTERGLOW_SITE", "AFTERGLOW_OPERATOR", "AFTERGLOW_CONTACT"] as const;
const OPTIONAL = [
  "VAPID_KEY",
  "MAIL_FROM",
  "EMAIL",
  "MAIL_API_URL",
  "MAIL_API_KEY",
  "MAIL_WEBHOOK_SECRET",
  "AFTERGLOW_BOUNCES",
  "AFTERGLOW_EMAIL",
  "TURNSTILE_SITE_KEY",
  "TURNSTILE_SECRET_KEY",
  "CACHE_ZONE_ID",
  "CACHE_PURGE_TOKEN",
  "AFTERGLOW_HIBP",
  "AFTERGLOW_JURISDICTION",
] as const;

type Probes = Record<string, () => Promise<unknown>>;

/** Returns what operators see of a deployment. No value of a setting is part of it. */
export function operationsOf(env: Env): Operations {
  const paid = paidProbes(env);
  const needed: readonly string[] = readSettings(env).isLocal ? ["MEDIA_PASS_KEY"] : NEEDED;
  return {
    askFree: (memberId) => ask(freeProbes(env, memberId)),
    askPaid: () => ask(paid),
    paidNames: Object.keys(paid),
    mailWay: mailWayOf(env),
    settings: [...NEEDED, ...OPTIONAL].map((name) => ({
      name,
      isSet: !!env[name],
      isNeeded: needed.includes(name),
    })),
    neededMigrations,
    readBackup: async () => {
      const object = await within(PROBE_MS, env.MEDIA.get(BACKUP_RECORD_KEY));
      const stored: unknown = await object?.json().catch(() => null);
      return backupRecord.safeParse(stored).data ?? null;
    },
  };
}

/** Asks services side by side. */
const ask = (probes: Probes): Promise<ProbeResult[]> =>
  Promise.all(Object.entries(probes).map(([name, probe]) => askOne(name, probe)));

async function askOne(name: string, probe: () => Promise<unknown>): Promise<ProbeResult> {
  const start = elapsedMs();
  try {
    await within(PROBE_MS, probe());
    return { name, state: "works", ms: elapsedMs() - start };
  } catch (error) {
    logError(error, { event: "service does not answer", service: name });
    return { name, state: "silent", ms: elapsedMs() - start };
  }
}

function freeProbes(env: Env, memberId: string): Probes {
  const chats = chatBindings(env).map(
    (chat, at) => [`D1 (CHAT_DB_${at + 1})`, () => selectOne(chat)] as const,
  );
  return {
    "D1 (DB)": () => selectOne(env.DB),
    ...Object.fromEntries(chats),
    "R2 (MEDIA)": () => env.MEDIA.head(BACKUP_RECORD_KEY),
    "Durable Objects (USER_HUB)": () => callHub(env.USER_HUB, memberId, async (hub) => hub.session("")),
    "Rate limits": () => askLimits(env),
    "Static files (ASSETS)": async () => {
      const reply = await env.ASSETS.fetch(`https://files${COMMON_PASSWORDS_PATH}`, { method: "HEAD" });
      if (!reply.ok) throw new Error(`The static files returned ${reply.status}.`);
    },
  };
}

const paidProbes = (env: Env): Probes => ({
  "Images (IMAGES)": () => env.IMAGES.info(new Blob([Buffer.from(PIXEL, "base64")]).stream()),
  "Workers AI (AI)": () => {
    const { isLocal } = readSettings(env);
    return bindingAi({ ai: env.AI, images: env.IMAGES, isLocal }).isSafe("A red apple on a table.");
  },
});

const selectOne = (database: D1Database) => database.prepare("SELECT 1").first();

const askLimits = (env: Env) =>
  Promise.all(
    [
      env.LOGIN_ADDRESS_LIMIT,
      env.LOGIN_ACCOUNT_LIMIT,
      env.SIGNUP_LIMIT,
      env.RESET_LIMIT,
      env.WRITE_LIMIT,
      env.EXPORT_LIMIT,
      env.REPORT_LIMIT,
      env.USERNAME_LIMIT,
    ].map((limit) => limit.limit({ key: LIMIT_KEY })),
  );

function mailWayOf(env: Env): MailWay {
  const { mail, isLocal } = readSettings(env);
  if (mail) return "binding" in mail ? "binding" : "api";
  return isLocal ? "terminal" : "nobody";
}

/** Reads the lists of migrations, which few requests need. Each line has a checksum and a name. */
async function neededMigrations() {
  const [main, chat] = await Promise.all([
    import("../migrations/checksums.txt?raw"),
    import("../chat-migrations/checksums.txt?raw"),
  ]);
  const names = (list: string) => list.split("\n").flatMap((line) => line.split(/\s+/)[1] ?? []);
  return { main: names(main.default), chat: names(chat.default) };
}
