import { z } from "./zod";

/** The object of the bucket MEDIA in which `npm run backup` records its newest backup that passed its check. */
export const BACKUP_RECORD_KEY = "backups/latest.json";

/** The newest verified backup, for the health page of the desk. A backup whose check failed is not recorded. */
export const backupRecord = z.object({
  /** When it began, in ISO 8601. */
  time: z.iso.datetime(),
  verified: z.literal(true),
  /** The version in package.json of the checkout that made it. */
  version: z.string(),
  /** The newest migration of the main database. */
  migration: z.string(),
  /** Rows of all databases. */
  rows: z.int().nonnegative(),
  /** Objects of the bucket, and their bytes. */
  objects: z.int().nonnegative(),
  bytes: z.int().nonnegative(),
});

export type BackupRecord = z.infer<typeof backupRecord>;
