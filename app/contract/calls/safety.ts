import { userSummary } from "../accounts";
import { mutedWordInput, mutedWords, mutesView } from "../mutes";
import { reportInput, reportView } from "../reports";
import { z } from "../zod";
import type { Call } from "./call";

/** The calls of blocks, mutes and reports. */
export const safetyCalls = {
  listBlocked: {
    method: "GET",
    path: "/api/blocks",
    summary: "List the members that the member has blocked",
    reply: z.array(userSummary),
  },
  blockMember: {
    method: "POST",
    path: "/api/blocks/{userId}",
    summary: "Block a member. The two no longer see each other",
    errors: ["not_found", "invalid"],
  },
  unblockMember: {
    method: "DELETE",
    path: "/api/blocks/{userId}",
    summary: "Remove a block. Idempotent",
  },
  listMutes: {
    method: "GET",
    path: "/api/mutes",
    summary: "List the member's muted words and muted members",
    reply: mutesView,
  },
  muteMember: {
    method: "POST",
    path: "/api/mutes/members/{userId}",
    summary: "Mute a member: hide their posts, comments and notifications. Idempotent",
    errors: ["not_found", "invalid"],
  },
  unmuteMember: {
    method: "DELETE",
    path: "/api/mutes/members/{userId}",
    summary: "Unmute a member. Idempotent",
  },
  muteWord: {
    method: "POST",
    path: "/api/mutes/words",
    summary: "Mute a word: hide other members' posts and comments with it. Idempotent",
    body: mutedWordInput,
    reply: mutedWords,
  },
  unmuteWord: {
    method: "DELETE",
    path: "/api/mutes/words/{word}",
    summary: "Unmute a word. Idempotent",
  },
  report: {
    method: "POST",
    path: "/api/reports",
    summary: "Report a post, a comment, a message, a member or an AI image to the moderators, with a reason",
    body: reportInput,
    namesOthers: true,
    errors: ["not_found"],
  },
  listReports: {
    method: "GET",
    path: "/api/reports",
    summary: "List the member's own reports and their state, newest first",
    reply: z.array(reportView),
  },
} as const satisfies Record<string, Call>;
