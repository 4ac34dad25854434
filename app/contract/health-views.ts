import type { BackupRecord } from "./backup-record";

/** The reply of a service to a question of the health page. */
export interface ProbeResult {
  /** The product and the binding, such as `D1 (DB)`. */
  name: string;
  /** `silent`: an error, or no reply in two seconds. `unasked`: asking costs money. */
  state: "works" | "silent" | "unasked";
  /** The time until the reply or the error, in milliseconds; 0 for one that was not asked. */
  ms: number;
}

/** The way that mails of the site go. */
export type MailWay = "binding" | "api" | "terminal" | "nobody";

/** A setting of the site, without its value. */
export interface SettingState {
  name: string;
  isSet: boolean;
  /** Whether a deployment needs it. */
  isNeeded: boolean;
}

/** The last hourly run. */
export interface LastRun {
  /** In ISO 8601. */
  endedAt: string;
  tookMs: number;
  /** The rows or files that each sweep has handled, without sweeps that found none. */
  swept: { name: string; count: number }[];
  /** The names of the sweeps that have failed. */
  failed: string[];
  /** Whether work is left for the next run. */
  isCut: boolean;
  /** Whether no run has ended for two hours. */
  isLate: boolean;
}

export interface HealthView {
  probes: ProbeResult[];
  mailWay: MailWay;
  /** The address of test mails; null until the viewer has confirmed theirs. */
  email: string | null;
  migrations: { applied: number; missing: string[] };
  lastRun: LastRun | null;
  /** The newest verified backup, and whether it is older than two days; null when none is recorded. */
  backup: (Pick<BackupRecord, "time" | "rows" | "objects"> & { isOld: boolean }) | null;
  /** The errors of seven days by kind, the newest first. */
  errors: { kind: string; count: number; lastAt: string }[];
  settings: SettingState[];
}

/** The reply of the mail service to a test mail. */
export type TestMailResult =
  | { isSent: true; email: string }
  | { isSent: false; code: string; fault: "recipient" | "settings" | "service" };
