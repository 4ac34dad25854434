import { useRouteLoaderData } from "react-router";
import type { UserSummary } from "~/contract/accounts";
import type { SiteText } from "~/contract/site";

/** The signed-in member. */
export interface SessionViewer extends UserSummary {
  /** The place of the code that confirms their email address; missing once confirmed, or if no email can be sent. */
  codePlace?: "mailbox" | "terminal";
  isModerator?: boolean;
  /** Whether sensitive photos are not covered. */
  showsSensitive?: boolean;
}

/** The session, as the root route's loader returns it. */
export interface SessionData {
  /** Nobody is signed in. False when the session could not be read. */
  isVisitor: boolean;
  viewer: SessionViewer | null;
  /** A local run: its mails are in the terminal of the server. */
  mailsInTerminal?: boolean;
  /** The operator's reason of the maintenance mode, whose text may be empty; missing while members can write. */
  readOnly?: SiteText;
  /** The announcement for a member who has not dismissed it. */
  announcement?: SiteText & { id: string };
  /** The AI engine translates; missing for visitors, and in a local run. */
  translates?: boolean;
}

/** Returns the signed-in member, or null for a visitor. */
export function useViewer(): SessionViewer | null {
  return useRouteLoaderData<SessionData>("root")?.viewer ?? null;
}

/** Returns whether codes and links are in the terminal of the server, and not in a mailbox. */
export function useMailsInTerminal(): boolean {
  return useRouteLoaderData<SessionData>("root")?.mailsInTerminal ?? false;
}

/** Returns whether the AI engine translates texts for the reader. */
export function useTranslates(): boolean {
  return useRouteLoaderData<SessionData>("root")?.translates ?? false;
}
