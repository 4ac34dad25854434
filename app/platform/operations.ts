import type { BackupRecord } from "~/contract/backup-record";
import type { MailWay, ProbeResult, SettingState } from "~/contract/health-views";

/** The port for what operators see of the deployment (workers/operations.ts). */
export interface Operations {
  /** Asks all free services in parallel, each for at most two seconds. @param memberId whose hub to ask */
  askFree: (memberId: string) => Promise<ProbeResult[]>;
  /** Asks the others: an image that is measured, and a short reply of a model. */
  askPaid: () => Promise<ProbeResult[]>;
  /** The names of the services that `askPaid` asks. */
  paidNames: readonly string[];
  mailWay: MailWay;
  settings: SettingState[];
  /** Returns the file names of the migrations that this build needs: of the main database and of each chat database. */
  neededMigrations: () => Promise<{ main: string[]; chat: string[] }>;
  /** Returns the record of the newest verified backup; null without one. */
  readBackup: () => Promise<BackupRecord | null>;
}
