import { type SessionRow, viewerOf } from "~/domain/accounts/find-session";

/** The viewers of cached sessions, as JSON. */
const viewerTexts = new WeakMap<SessionRow, string>();

/** Returns what a reply may depend on of a session: the viewer without the session's id. */
export function viewerText(row: SessionRow): string {
  const known = viewerTexts.get(row);
  if (known !== undefined) return known;
  const { sessionId: _, ...viewer } = viewerOf(row);
  const text = JSON.stringify(viewer);
  viewerTexts.set(row, text);
  return text;
}
