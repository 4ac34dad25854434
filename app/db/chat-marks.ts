import type { ChatMarks } from "~/contract/chat";

/** The columns of `connection_sides` by which a member has marked a chat. */
export interface MarksRow {
  /** Milliseconds since 1970. */
  mutedUntil: number | null;
  archivedTo: number | null;
}

/** Returns the marks of a chat in the shape of the API. */
export function marksOf({ mutedUntil, archivedTo }: MarksRow): ChatMarks {
  return {
    ...(mutedUntil === null ? {} : { mutedUntil: new Date(mutedUntil).toISOString() }),
    ...(archivedTo === null ? {} : { archivedTo: String(archivedTo) }),
  };
}
