import { countStored } from "./outbox-storage";
import { hasStoredChanges } from "./pending-changes";

/** Returns whether this browser keeps messages, reactions or edits of a member that the server has not acknowledged. */
export async function hasUnsent(memberId: string): Promise<boolean> {
  return hasStoredChanges(memberId) || (await countStored(memberId)) > 0;
}
