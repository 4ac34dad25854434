import { t } from "@lingui/core/macro";
import { useEffect, useState } from "react";
import { showError, showToast } from "~/ui/toast-store";
import { loadOlder } from "./conversations";
import type { Conversation } from "./reduce-conversation";

/** The element id of a message's row. */
export const rowIdOf = (messageId: string) => `message-${messageId}`;

/**
 * Returns a function that scrolls to a message and focuses it, loading the conversation's pages up to it if needed.
 */
export function useJump(userId: string, { messages, older }: Conversation): (messageId: string) => void {
  const [target, setTarget] = useState<string | null>(null);
  const first = messages[0]?.id ?? "0";
  // Runs again for each page that arrives.
  useEffect(() => {
    if (target === null) return;
    const row = document.getElementById(rowIdOf(target));
    if (row) {
      row.scrollIntoView({ block: "center" });
      // Marks the message, which a press on it would not.
      row.dataset.found = "";
      row.addEventListener("blur", () => delete row.dataset.found, { once: true });
      row.focus({ preventScroll: true });
      // oxlint-disable-next-line react/set-state-in-effect -- the jump ends with the scroll, which needs the row.
      return setTarget(null);
    }
    if (older === null || Number(first) <= Number(target)) {
      showToast({ title: t`This message was deleted` });
      return setTarget(null);
    }
    loadOlder(userId).catch(() => {
      showError(t`Failed to load messages`);
      setTarget(null);
    });
  }, [target, userId, first, older]);
  return setTarget;
}
