import { memberDatabase } from "~/features/session/member-database";
import { DRAFT_KEYS, storedText } from "~/features/session/member-storage";

/** Runs a request in the store of the messages that the server has not acknowledged. */
export const runInOutbox = memberDatabase({
  database: "afterglow-chat",
  store: "outbox",
  keyPath: "clientId",
  timeout: 3000,
});

/**
 * The `localStorage` key of a member's unacknowledged reactions and edits, shared by tabs (pending-changes.ts).
 * It stays when the session expires, as drafts do, and is deleted at log-out.
 */
export const changesKey = (ofMember: string | null) => `${DRAFT_KEYS}changes_${ofMember}_messages`;

/** Returns whether this browser keeps messages, reactions or edits of a member that the server has not acknowledged. */
export async function hasUnsent(memberId: string): Promise<boolean> {
  return storedText(changesKey(memberId)) !== null || (await countStored(memberId)) > 0;
}

/** Returns the number of a member's stored messages; 0 when the database cannot be read. */
const countStored = (memberId: string): Promise<number> =>
  runInOutbox("readonly", (store) => store.index("member").count(memberId)).catch(() => 0);
