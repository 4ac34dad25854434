import type { RunnableQuery } from "drizzle-orm/runnable-query";
import { newId } from "../../app/contract/ids";
import { tagsIn } from "../../app/contract/text-links";
import type { Db } from "../../app/db/client";
import {
  comments,
  connections,
  likes,
  messages,
  notifications,
  posts,
  savedPosts,
  users,
} from "../../app/db/schema";
import type { uploadPhoto } from "../../app/domain/media/upload-photo";
import { tagPost } from "../../app/domain/posts/tag-post";
import type { AvatarId, PictureId } from "./pictures";
import {
  demoComments,
  demoConnections,
  demoConversations,
  demoLikes,
  demoMembers,
  demoNotifications,
  demoPosts,
  demoSaves,
  type Username,
} from "./world";

export type Uploaded = Awaited<ReturnType<typeof uploadPhoto>>;

/** What the rows of the demo world refer to: who is who, and what has been uploaded. */
export interface Cast {
  db: Db;
  at: (hoursAgo: number) => Date;
  members: ReadonlyMap<Username, string>;
  photos: ReadonlyMap<PictureId | AvatarId, Uploaded>;
}

type Statement = RunnableQuery<unknown, "sqlite"> & { toSQL: () => { sql: string; params: unknown[] } };

export const MEMBERS_SINCE_HOURS = 140 * 24;

/** The members themselves: everything else hangs on them, their uploads too. */
export function memberRows({ db, at, members }: Cast, password: string): Statement[] {
  const since = at(MEMBERS_SINCE_HOURS).toISOString();
  return demoMembers.map(({ username, fullName, email, bio }) =>
    db.insert(users).values({
      id: known(members, username),
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

/** All that members did, in an order that keeps every reference. */
export function storyRows(cast: Cast): Statement[] {
  const { db, at, members, photos } = cast;
  const idOf = (username: Username) => known(members, username);
  const postIds = new Map(demoPosts.map(({ picture, hoursAgo }) => [picture, newId(at(hoursAgo).getTime())]));
  const postOf = (picture: PictureId) => known(postIds, picture);
  const mark = ({ post, member, hoursAgo }: (typeof demoLikes)[number]) => ({
    ...stamp(at(hoursAgo)),
    postId: postOf(post),
    userId: idOf(member),
  });
  return [
    ...demoPosts.map(({ picture, author, caption, location, altText, hoursAgo }) => {
      const { id: mediaId, url: mediaUrl, width, height, placeholder, color } = known(photos, picture);
      return db.insert(posts).values({
        id: postOf(picture),
        userId: idOf(author),
        caption,
        location: location ?? "",
        altText,
        ...{ mediaId, mediaUrl, width, height, placeholder, color },
        createdAt: at(hoursAgo).toISOString(),
      });
    }),
    ...demoPosts.map(({ picture, caption }) => tagPost(db, postOf(picture), tagsIn(caption))),
    ...demoConnections.map(({ from, to, status, requestedHoursAgo }) =>
      db.insert(connections).values({
        ...stamp(at(requestedHoursAgo)),
        followerId: idOf(from),
        followingId: idOf(to),
        status,
      }),
    ),
    ...demoComments.map(({ post, author, text, hoursAgo }) =>
      db
        .insert(comments)
        .values({ ...stamp(at(hoursAgo)), postId: postOf(post), userId: idOf(author), comment: text }),
    ),
    ...demoLikes.map((like) => db.insert(likes).values(mark(like))),
    ...demoSaves.map((save) => db.insert(savedPosts).values(mark(save))),
    ...talkRows(cast),
    ...oldestFirst(demoNotifications).map(({ to, from, kind, post, hoursAgo, read }) =>
      db.insert(notifications).values({
        userId: idOf(to),
        fromUserId: idOf(from),
        type: kind,
        entityId: post ? postOf(post) : null,
        isRead: read,
        createdAt: at(hoursAgo).toISOString(),
      }),
    ),
  ];
}

function talkRows({ db, at, members }: Cast): Statement[] {
  const said = demoConversations.flatMap(({ between: [one, other], messages }) =>
    messages.map((message) => ({ ...message, to: message.author === one ? other : one })),
  );
  return oldestFirst(said).map(({ author, to, text, hoursAgo, read }) =>
    db.insert(messages).values({
      senderId: known(members, author),
      receiverId: known(members, to),
      content: text,
      isRead: read,
      createdAt: at(hoursAgo).toISOString(),
    }),
  );
}

/** Clients sync by the ids of messages and notifications, which grow as they are inserted. */
function oldestFirst<T extends { hoursAgo: number }>(items: readonly T[]): T[] {
  return [...items].sort((a, b) => b.hoursAgo - a.hoursAgo);
}

function stamp(when: Date): { id: string; createdAt: string } {
  return { id: newId(when.getTime()), createdAt: when.toISOString() };
}

/** @throws when the world refers to somebody or something it does not have */
export function known<Key, Value>(map: ReadonlyMap<Key, Value>, key: Key): Value {
  const value = map.get(key);
  if (value === undefined) throw new Error(`The demo world does not know ${String(key)}.`);
  return value;
}
