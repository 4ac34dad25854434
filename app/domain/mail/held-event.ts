import type { I18n } from "@lingui/core";
import { type AlertEvent, alertTexts } from "./alert-events";
import { type Decided, decisionText } from "./decision-text";

/** An event that waits for a mail with a list. It has no word of a member. */
export type HeldEvent = { alert: AlertEvent } | { decision: Decided };

/** Returns the stored form of an event. `heldText` writes it in the member's language when the mail is sent. */
export const storedEvent = (event: HeldEvent): string => JSON.stringify(event);

/** Returns a stored event in sentences. */
export function heldText(i18n: I18n, stored: string): string {
  // Earlier versions stored sentences in English.
  if (!stored.startsWith("{")) return stored;
  // Written by `storedEvent`.
  const event = JSON.parse(stored) as HeldEvent;
  return "alert" in event ? alertTexts(i18n, event.alert).text : decisionText(i18n, event.decision, "");
}
