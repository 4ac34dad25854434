import { type SQL, sql } from "drizzle-orm";

/** Returns a time stored as an integer, in milliseconds since 1970, in the form of the calls: ISO 8601 in UTC. */
export const isoTime = (milliseconds: SQL): SQL =>
  sql`strftime('%Y-%m-%dT%H:%M:%fZ', ${milliseconds} / 1000.0, 'unixepoch')`;
