import { sql } from "drizzle-orm";
import type { RunnableQuery } from "drizzle-orm/runnable-query";
import { newId } from "../../app/contract/ids";
import { tagsIn } from "../../app/contract/text-links";
import type { Db } from "../../app/db/client";
import { isBetween, keyIn } from "../../app/db/conversations";
import { memberKey, postKey } from "../../app/db/keys";
import {
  chatMessages,
  collections,
  commentLikes,
  connectionSides,
  conversations,
  notices,
  postComments,
  postHashtags,
  postLikes,
  postPhotos,
  postSaves,
  posts,
  users,
} from "../../app/db/schema";
import type { uploadPhoto } from "../../app/domain/media/upload-photo";
import { postWordsOf } from "../../app/domain/search/words";
import {
  type DemoComment,
  demoCollections,
  demoCommentLikes,
  demoComments,
  demoConnections,
  demoConversations,
  demoLikes,
  demoMembers,
  demoNotifications,
  demoPosts,
  demoSaves,
  type Username,
} from "./dataset";
import type { AvatarId, ImageId } from "./images";

export type Uploaded = Awaited<ReturnType<typeof uploadPhoto>>;

/** The ids and uploads that the rows of the demo data refer to. */
export interface DemoReferences {
  db: Db;
  at: (hoursAgo: number) => Date;
  members: ReadonlyMap<Username, string>;
  photos: ReadonlyMap<ImageId | AvatarId, Uploaded>;
}

type Statement = RunnableQuery<unknown, "sqlite"> & { toSQL: () => { sql: string; params: unknown[] } };

export const MEMBERS_SINCE_HOURS = 140 * 24;

/** Inserts the members; every other row and upload references one. */
export function memberRows({ db, at, members }: DemoReferences, password: string): Statement[] {
  const since = at(MEMBERS_SINCE_HOURS).toISOString();
  return demoMembers.map(({ username, fullName, email, bio }) =>
    db.insert(users).values({
      id: required(members, username),
      username,
      fullName,
      email,
      bio,
      password,
      createdAt: since,
      profileSetupAt: since,
    }),
  );
}

/** Inserts everything the members did, in an order that satisfies the foreign keys. */
export function activityRows(references: DemoReferences): Statement[] {
  const { db, at, members, photos } = references;
  const idOf = (username: Username) => required(members, username);
  const postIds = new Map(demoPosts.map(({ image, hoursAgo }) => [image, newId(at(hoursAgo).getTime())]));
  const postOf = (image: ImageId) => required(postIds, image);
  const reaction = ({ post, member }: (typeof demoLikes)[number]) => ({
    post: postKey(postOf(post)),
    member: memberKey(idOf(member)),
    owner: sql`(SELECT u.key FROM users u JOIN posts p ON p.user_id = u.id WHERE p.id = ${postOf(post)})`,
  });
  const collectionOf = ({ post, member }: (typeof demoSaves)[number]) => {
    const found = demoCollections.find((one) => one.member === member && one.posts.includes(post));
    return found
      ? sql`(SELECT key FROM collections WHERE member = ${memberKey(idOf(member))} AND name = ${found.name})`
      : null;
  };
  const commentIds = new Map<DemoComment, string>();
  const timeOf = ({ hoursAgo }: { hoursAgo: number }) => at(hoursAgo).getTime();
  return [
    ...demoPosts.map(({ image, more, author, caption, location, visibility, altText, hoursAgo }) => {
      const { id: mediaId, url: mediaUrl, width, height, placeholder, color } = required(photos, image);
      return db.insert(posts).values({
        id: postOf(image),
        userId: idOf(author),
        caption,
        location: location ?? "",
        visibility,
        altText,
        ...{ mediaId, mediaUrl, width, height, placeholder, color },
        createdAt: at(hoursAgo).toISOString(),
        photoCount: 1 + more.length,
        words: postWordsOf({ caption, location: location ?? "" }),
      });
    }),
    ...demoPosts.flatMap(({ image: first, more }) =>
      more.map(({ image, altText }, nth) => {
        const { id: mediaId, width, height, placeholder, color } = required(photos, image);
        return db.insert(postPhotos).values({
          post: postKey(postOf(first)),
          position: nth + 1,
          ...{ mediaId, width, height, placeholder, color },
          altText,
          isAi: false,
        });
      }),
    ),
    ...demoPosts.flatMap(({ image, caption }) =>
      tagsIn(caption).map((tag) => db.insert(postHashtags).values({ tag, postId: postOf(image) })),
    ),
    ...demoConnections.map(({ from, to, status, requestedHoursAgo }) =>
      db.insert(connectionSides).values({
        member: memberKey(idOf(from)),
        other: idOf(to),
        accepted: status === "accepted",
        sent: true,
        createdAt: at(requestedHoursAgo).getTime(),
      }),
    ),
    ...demoComments.flatMap((demo, nth) => {
      const { post, author, text, hoursAgo, parent } = demo;
      const createdAt = at(hoursAgo).getTime();
      const about = { id: newId(createdAt), post: postKey(postOf(post)) };
      commentIds.set(demo, about.id);
      const parentId = parent && commentIds.get(parent);
      return [
        db
          .insert(postComments)
          .values({ ...about, member: memberKey(idOf(author)), comment: text, createdAt, parentId }),
        ...(demoCommentLikes[nth] ?? []).map((liker) =>
          db.insert(commentLikes).values({
            post: about.post,
            comment: about.id,
            member: memberKey(idOf(liker)),
            likedAt: at(hoursAgo * 0.9).getTime(),
          }),
        ),
      ];
    }),
    ...demoLikes.map((like) => db.insert(postLikes).values({ ...reaction(like), likedAt: timeOf(like) })),
    ...demoCollections.map(({ member, name }, nth) =>
      db
        .insert(collections)
        .values({ id: newId(at(1).getTime() + nth), member: memberKey(idOf(member)), name }),
    ),
    ...oldestFirst(demoSaves).map((save, nth) =>
      db
        .insert(postSaves)
        .values({ ...reaction(save), savedAt: timeOf(save) + nth, collection: collectionOf(save) }),
    ),
    ...messageRows(references),
    ...oldestFirst(demoNotifications).flatMap(({ to, from, kind, post, hoursAgo, read }, nth) => {
      const id = at(hoursAgo).getTime() + nth;
      const member = memberKey(idOf(to));
      const sender = memberKey(idOf(from));
      const postId = post ? postOf(post) : null;
      const notification = {
        id,
        member,
        sender,
        type: kind,
        postId,
        isRead: Number(read ?? false),
        createdAt: id,
      };
      const inserted = db.insert(notices).values(notification);
      if (kind !== "like" || !postId) return [inserted];
      const ofLike = sql`post = ${postKey(postId)} AND member = ${sender}`;
      return [inserted, db.update(postLikes).set({ notice: id }).where(ofLike)];
    }),
  ];
}

function messageRows({ db, at, members }: DemoReferences): Statement[] {
  const sent = demoConversations.flatMap(({ between: [one, other], messages }) =>
    messages.map((message) => ({ ...message, to: message.author === one ? other : one })),
  );
  // Both statements name every column of their table, in order; SQLite gives the first its value.
  return [
    ...demoConversations.map(({ between: [one, other] }) =>
      db.insert(conversations).select(sql`
        SELECT NULL, l.id, h.id, l.key, h.key, 1, 0 FROM users l, users h
        WHERE l.id = min(${required(members, one)}, ${required(members, other)})
          AND h.id = max(${required(members, one)}, ${required(members, other)})`),
    ),
    ...oldestFirst(sent).map(({ author, to, text, hoursAgo, read }) => {
      const [sender, receiver] = [required(members, author), required(members, to)];
      // No attachment, no reply, no reactions, no edits, and neither read privately nor forwarded.
      return db.insert(chatMessages).select(sql`
        SELECT NULL, c.key, ${keyIn(sender)}, ${read ? sql`NULL` : keyIn(receiver)}, NULL, ${text},
          ${at(hoursAgo).getTime()}, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL
        FROM conversations c WHERE ${isBetween(sender, receiver)}`);
    }),
  ];
}

/** Clients sync by the ids of messages and notifications, so rows are inserted in order of time. */
function oldestFirst<T extends { hoursAgo: number }>(items: readonly T[]): T[] {
  return [...items].sort((a, b) => b.hoursAgo - a.hoursAgo);
}

/** @throws when the key is missing: the demo data refers to something it does not contain */
export function required<Key, Value>(map: ReadonlyMap<Key, Value>, key: Key): Value {
  const value = map.get(key);
  if (value === undefined) throw new Error(`The demo data has no entry for ${String(key)}.`);
  return value;
}
