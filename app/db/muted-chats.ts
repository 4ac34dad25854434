import { type SQL, sql } from "drizzle-orm";
import { memberKey } from "./keys";

/** A connection whose chat a member has muted. */
export interface MutedChat {
  id: string;
  /** The end of the mute, in milliseconds since 1970. */
  until: number;
}

/** Selects `MutedChat`s of a member, without those whose mute is over. Reads one range of a partial index. */
export const mutedChats = (memberId: string | SQL): SQL => sql`
  SELECT other AS id, muted_until AS until FROM connection_sides INDEXED BY connection_sides_muted
  WHERE member = ${memberKey(memberId)} AND muted_until > CAST(unixepoch('now', 'subsec') * 1000 AS integer)`;
