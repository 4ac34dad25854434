/** The whole database as drizzle sees it: spec point 3 and what contract.md adds. migrations/ is made from it (`npm run db:generate`). */
export { connections, onlineMembers, passwordResets, sessions, users } from "./schema/members";
export { formerUsernames, nameTerms } from "./schema/names";
export {
  aiImages,
  aiUses,
  comments,
  likes,
  media,
  mediaRemovals,
  posts,
  postTags,
  savedPosts,
  sweeps,
} from "./schema/posts";
export { blocks, reports } from "./schema/safety";
export { deletedMessages, messages, notifications } from "./schema/talk";
