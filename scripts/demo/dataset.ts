import type { Visibility } from "../../app/contract/visibility";
import type { AvatarId, ImageId } from "./images";
import { createRandom } from "./random";
import { chatTexts } from "./texts/chats";
import { connectionRecords } from "./texts/connections";
import { memberTexts, type Username } from "./texts/members";
import type { PostText } from "./texts/post-text";
import { cityPosts } from "./texts/posts-city";
import { eastPosts } from "./texts/posts-east";
import { miraPosts } from "./texts/posts-mira";
import { northPosts } from "./texts/posts-north";
import { southPosts } from "./texts/posts-south";

export type { Username };

/** The password of every demo member. Demo members exist in local runs only. */
export const DEMO_PASSWORD = "golden hour";

export interface DemoMember {
  readonly username: Username;
  readonly fullName: string;
  readonly email: string;
  readonly bio: string;
  readonly avatar: AvatarId;
}

/** Every image is posted exactly once, so the id of the first image identifies the post. */
export interface DemoPost {
  readonly image: ImageId;
  /** The photos after the first one, in order. */
  readonly more: readonly { readonly image: ImageId; readonly altText: string }[];
  readonly author: Username;
  readonly caption: string;
  readonly location: string | null;
  readonly visibility: Visibility;
  readonly altText: string;
  readonly hoursAgo: number;
}

export interface DemoComment {
  readonly post: ImageId;
  readonly author: Username;
  readonly text: string;
  readonly hoursAfter: number;
  readonly hoursAgo: number;
  /** The comment that it replies to, when it begins with a mention of its author. */
  readonly parent: DemoComment | null;
}

/** A like, or a saved post. */
export interface DemoReaction {
  readonly post: ImageId;
  readonly member: Username;
  readonly hoursAgo: number;
}

/** A collection of saved posts. */
export interface DemoCollection {
  readonly member: Username;
  readonly name: string;
  readonly posts: readonly ImageId[];
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
  readonly post: ImageId | null;
  readonly hoursAgo: number;
  readonly read: boolean;
}

/** The member that the printed demo log-in belongs to. */
export const demoUsername: Username = "mira.sol";

function entries<Key extends string, Value>(
  record: Readonly<Record<Key, Value>>,
): readonly (readonly [Key, Value])[] {
  // Object.entries loses the keys' type; these records are constants and have no other keys.
  return Object.entries(record) as [Key, Value][];
}

export const demoMembers: readonly DemoMember[] = entries(memberTexts).map(([username, texts]) => ({
  username,
  email: `${username}@afterglow.example`,
  ...texts,
}));

const postTexts = { ...miraPosts, ...northPosts, ...cityPosts, ...eastPosts, ...southPosts };

const sortedPosts = [...entries<keyof typeof postTexts, PostText>(postTexts)].sort(
  ([, one], [, other]) => one.hoursAgo - other.hoursAgo,
);

/** Newest first. */
export const demoPosts: readonly DemoPost[] = sortedPosts.map(([image, post]) => ({
  image,
  more: post.more ?? [],
  author: post.author,
  caption: post.caption,
  location: post.location ?? null,
  visibility: post.forConnections ? "connections" : "everyone",
  altText: post.altText,
  hoursAgo: post.hoursAgo,
}));

export const demoComments: readonly DemoComment[] = sortedPosts.flatMap(([image, post]) => {
  const comments: DemoComment[] = [];
  for (const [author, hoursAfter, text] of post.comments) {
    const mentioned = comments.findLast((comment) => text.startsWith(`@${comment.author} `));
    const parent = mentioned ? (mentioned.parent ?? mentioned) : null;
    const hoursAgo = post.hoursAgo - hoursAfter;
    comments.push({ post: image, author, text, hoursAfter, hoursAgo, parent });
  }
  return comments;
});

export const demoConnections: readonly DemoConnection[] = connectionRecords.map(
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

const randomLikers = createRandom(2_811);

/** The likes of each comment of `demoComments`, by connections of its author. */
export const demoCommentLikes: readonly (readonly Username[])[] = demoComments.map(({ author }) =>
  connectedTo(author).filter(() => randomLikers.next() < 0.2),
);

const random = createRandom(1_907);
const appeals = [0.95, 0.8, 0.65, 0.5, 0.3];

export const demoLikes: readonly DemoReaction[] = sortedPosts.flatMap(([image, post]) => {
  const appeal = post.loved ? 1 : random.pick(appeals);
  return connectedTo(post.author)
    .filter(() => random.next() < appeal)
    .map((member) => ({ post: image, member, hoursAgo: post.hoursAgo - reactionDelay(post.hoursAgo) }));
});

/** Returns the hours between a post and a reaction: most within a day, a few later, none before the post. */
function reactionDelay(hoursAgo: number): number {
  return Math.min(hoursAgo * random.between(0.2, 0.9), 0.05 + 60 * random.next() ** 4);
}

export const demoCollections: readonly DemoCollection[] = [
  {
    member: demoUsername,
    name: "By the water",
    posts: ["lighthouse", "regatta", "old-pier", "lanterns-on-water"],
  },
  { member: demoUsername, name: "Night skies", posts: ["aurora-lake", "star-trails", "lightning"] },
];

const isCollected = (post: ImageId, member: Username) =>
  demoCollections.some((one) => one.member === member && one.posts.includes(post));

const randomSaves = demoLikes
  .filter(({ member }) => random.next() < (member === demoUsername ? 0.4 : 0.09))
  .map((like) => ({ ...like, hoursAgo: like.hoursAgo * 0.98 }));

export const demoSaves: readonly DemoReaction[] = [
  ...randomSaves.filter(({ post, member }) => !isCollected(post, member)),
  ...demoCollections.flatMap(({ member, posts }) =>
    demoPosts
      .filter(({ image }) => posts.includes(image))
      .map(({ image, hoursAgo }) => ({ post: image, member, hoursAgo: hoursAgo * 0.5 })),
  ),
];

export const demoConversations: readonly DemoConversation[] = chatTexts.map(
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

/** Returns a member's notifications, newest first; those older than two days are read. */
export function notificationsFor(username: Username): readonly DemoNotification[] {
  const own = new Set(demoPosts.filter(({ author }) => author === username).map(({ image }) => image));
  const note = (
    kind: DemoNotification["kind"],
    from: Username,
    hoursAgo: number,
    post: ImageId | null = null,
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
