import type { LogKind, ModerationAction, Role } from "./moderation";
import type { PostField } from "./post-fields";
import type { Ceiling } from "./quotas";
import type { ReportKind, ReportReason } from "./safety";

/** A line of the audit log. */
export interface LogEntry {
  id: string;
  /** A username, `IMAGE_CHECK` or `WORD_CHECK`. */
  actor: string;
  action: ModerationAction;
  /** The member's username, or what a switch or a block of sign-ups is about. */
  member: string;
  kind: LogKind;
  reason: ReportReason;
  note: string;
  until: string | null;
  hasRemoved: number;
  isUndone: number;
  createdAt: string;
}

/** A decision that its moderator has just made. */
export interface UndoableDecision extends Pick<LogEntry, "id" | "action" | "kind" | "member"> {
  /** The time until the page stops offering to undo it. */
  leftMs: number;
}

/** The uses of all members together, and whether they are switched off. */
export interface CeilingState {
  name: Ceiling;
  /** In the current 24 hours, which begin with the first use. */
  used: number;
  most: number;
  /** The end of these 24 hours; null without a use. */
  until: string | null;
  isOff: boolean;
}

/** The open reports of one subject. */
export interface QueueItem {
  /** The id of the first report. */
  id: string;
  kind: ReportKind;
  /** Of the most urgent report: 0 is the most urgent. */
  urgency: number;
  reports: number;
  reason: ReportReason;
  username: string;
  text: string;
  since: string;
}

/** An appeal that waits for another moderator. */
export interface OpenAppeal {
  decisionId: string;
  action: ModerationAction;
  username: string;
  decidedBy: string;
  isOwn: number;
  since: string;
}

/** A subject as it was when it was reported. It stays when the subject or its author is deleted. */
export interface Snapshot extends Partial<Record<Exclude<PostField, "caption">, string>> {
  /** The author. */
  username: string;
  fullName: string;
  /** The caption, comment, message, bio or prompt. */
  text: string;
  /** When the subject was written, or when the member joined. */
  at: string;
  /** Of a post: its photos after the first one. */
  photos?: { id: string; altText: string }[];
  /** Of a message: those around it, oldest first, with itself. */
  messages?: { id: string; username: string; text: string; at: string }[];
}

/** A report with everything that a moderator needs to decide. */
export interface ReportView {
  id: string;
  kind: ReportKind;
  subjectId: string;
  postId: string;
  memberId: string;
  snapshot: Snapshot;
  hasPhoto: boolean;
  /** All reports of the subject, open ones first. */
  reports: SubjectReport[];
  member: ReportedMember | null;
  /** Decisions about the member, newest first. */
  history: LogEntry[];
}

export interface SubjectReport {
  id: string;
  reason: ReportReason;
  details: string;
  /** A username, `IMAGE_CHECK` or `WORD_CHECK`; null when the account was deleted. */
  reporter: string | null;
  createdAt: string;
  closedAt: string | null;
}

/** The account of the reported member. */
export interface ReportedMember {
  username: string;
  fullName: string;
  createdAt: string;
  role: Role;
  postCount: number;
  followerCount: number;
  followingCount: number;
  silencedUntil: string | null;
  isSuspended: number;
  suspendedUntil: string | null;
  /** The username of the inviting member; empty when that account was deleted, null without an invitation. */
  invitedBy: string | null;
  /** Reports of the member and their content, whatever was decided. */
  reports: number;
}

/** The numbers beside the links of the desk. */
export interface DeskCounts {
  /** Subjects with open reports, and open appeals. */
  queue: number;
  /** People whose accounts wait for approval. */
  signUps: number;
}
