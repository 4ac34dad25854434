import type { AvatarId, PictureId } from "./pictures";
import { createRandom } from "./random";
import { chatWords } from "./words/chats";
import { connectionWords } from "./words/connections";
import { memberWords, type Username } from "./words/members";
import type { PostWords } from "./words/post-words";
import { cityPosts } from "./words/posts-city";
import { eastPosts } from "./words/posts-east";
import { miraPosts } from "./words/posts-mira";
import { northPosts } from "./words/posts-north";
import { southPosts } from "./words/posts-south";

export type { Username };

export interface DemoMember {
  readonly username: Username;
  readonly fullName: string;
  readonly email: string;
  readonly bio: string;
  readonly avatar: AvatarId;
}

/** Every picture is posted once, so a post is known by its picture. */
export interface DemoPost {
  readonly picture: PictureId;
  readonly author: Username;
  readonly caption: string;
  readonly location: string | null;
  readonly altText: string;
  readonly hoursAgo: number;
}

export interface DemoComment {
  readonly post: PictureId;
  readonly author: Username;
  readonly text: string;
  readonly hoursAfter: number;
  readonly hoursAgo: number;
}

/** A like, or a post kept for later. */
export interface DemoMark {
  readonly post: PictureId;
  readonly member: Username;
  readonly hoursAgo: number;
}

export interface DemoConnection {
  readonly from: Username;
  readonly to: Username;
  readonly status: "accepted" | "pending";
  readonly requestedHoursAgo: number;
  readonly answeredHoursAgo: number | null;
}

export interface DemoMessage {
  readonly author: Username;
  readonly text: string;
  readonly hoursAgo: number;
  readonly read: boolean;
}

export interface DemoConversation {
  readonly between: readonly [Username, Username];
  readonly messages: readonly DemoMessage[];
}

export interface DemoNotification {
  readonly to: Username;
  readonly from: Username;
  readonly kind: "like" | "comment" | "connection_request" | "connection_accepted";
  readonly post: PictureId | null;
  readonly hoursAgo: number;
  readonly read: boolean;
}

/** Who the demo log-in is for. */
export const demoUsername: Username = "mira.sol";

function entries<Key extends string, Value>(
  record: Readonly<Record<Key, Value>>,
): readonly (readonly [Key, Value])[] {
  // Object.entries forgets the type of the keys; the records here are constants, with no keys but these.
  return Object.entries(record) as [Key, Value][];
}

export const demoMembers: readonly DemoMember[] = entries(memberWords).map(([username, words]) => ({
  username,
  email: `${username}@afterglow.example`,
  ...words,
}));

// Typed as a full record, so that a picture nobody demoPosts does not compile.
const words: Readonly<Record<PictureId, PostWords>> = {
  ...miraPosts,
  ...northPosts,
  ...cityPosts,
  ...eastPosts,
  ...southPosts,
};

const postWords = [...entries(words)].sort(([, one], [, other]) => one.hoursAgo - other.hoursAgo);

/** Newest first. */
export const demoPosts: readonly DemoPost[] = postWords.map(([picture, post]) => ({
  picture,
  author: post.author,
  caption: post.caption,
  location: post.location ?? null,
  altText: post.altText,
  hoursAgo: post.hoursAgo,
}));

export const demoComments: readonly DemoComment[] = postWords.flatMap(([picture, post]) =>
  post.comments.map(([author, hoursAfter, text]) => ({
    post: picture,
    author,
    text,
    hoursAfter,
    hoursAgo: post.hoursAgo - hoursAfter,
  })),
);

export const demoConnections: readonly DemoConnection[] = connectionWords.map(
  ([from, to, daysAgo, pending]) => ({
    from,
    to,
    status: pending ?? "accepted",
    requestedHoursAgo: daysAgo * 24,
    answeredHoursAgo: pending ? null : daysAgo * 24 - 5,
  }),
);

export function connectedTo(username: Username): readonly Username[] {
  return demoConnections.flatMap(({ from, to, status }) => {
    if (status === "pending") return [];
    if (from === username) return [to];
    return to === username ? [from] : [];
  });
}

const random = createRandom(1_907);
const appeals = [0.95, 0.8, 0.65, 0.5, 0.3];

export const demoLikes: readonly DemoMark[] = postWords.flatMap(([picture, post]) => {
  const appeal = post.loved ? 1 : random.pick(appeals);
  return connectedTo(post.author)
    .filter(() => random.next() < appeal)
    .map((member) => ({ post: picture, member, hoursAgo: post.hoursAgo - soon(post.hoursAgo) }));
});

/** Most answer within the day, some later, and nobody before the post is there. */
function soon(hoursAgo: number): number {
  return Math.min(hoursAgo * random.between(0.2, 0.9), 0.05 + 60 * random.next() ** 4);
}

export const demoSaves: readonly DemoMark[] = demoLikes
  .filter(({ member }) => random.next() < (member === demoUsername ? 0.4 : 0.09))
  .map((like) => ({ ...like, hoursAgo: like.hoursAgo * 0.98 }));

export const demoConversations: readonly DemoConversation[] = chatWords.map(
  ({ between, endedHoursAgo, unread, lines }) => {
    let clock = endedHoursAgo;
    const spoken = lines.toReversed().map(([author, text, pause], fromLast) => {
      const message = { author, text, hoursAgo: clock, read: fromLast >= unread };
      clock += pause ?? random.between(0.01, 0.12);
      return message;
    });
    return { between, messages: spoken.reverse() };
  },
);

/** What the bell shows a member, newest first; what is older than two days has been seen. */
export function notificationsFor(username: Username): readonly DemoNotification[] {
  const own = new Set(demoPosts.filter(({ author }) => author === username).map(({ picture }) => picture));
  const note = (
    kind: DemoNotification["kind"],
    from: Username,
    hoursAgo: number,
    post: PictureId | null = null,
  ) => ({
    to: username,
    from,
    kind,
    post,
    hoursAgo,
    read: hoursAgo > 48,
  });
  const answered = demoConnections.flatMap(({ from, to, requestedHoursAgo, answeredHoursAgo }) => {
    if (to === username && answeredHoursAgo === null)
      return [note("connection_request", from, requestedHoursAgo)];
    if (from === username && answeredHoursAgo !== null)
      return [note("connection_accepted", to, answeredHoursAgo)];
    return [];
  });
  return [
    ...demoLikes
      .filter(({ post }) => own.has(post))
      .map((like) => note("like", like.member, like.hoursAgo, like.post)),
    ...demoComments
      .filter(({ post, author }) => own.has(post) && author !== username)
      .map((comment) => note("comment", comment.author, comment.hoursAgo, comment.post)),
    ...answered,
  ].sort((one, other) => one.hoursAgo - other.hoursAgo);
}

export const demoNotifications: readonly DemoNotification[] = notificationsFor(demoUsername);
