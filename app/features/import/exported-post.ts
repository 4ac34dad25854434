import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { ALT_TEXT_MAX, CAPTION_MAX, IMPORTED_SINCE, LOCATION_MAX } from "~/contract/limits";
import { firstOf } from "~/contract/text-length";
import type { Visibility } from "~/contract/visibility";

/** A photo of an export. */
export interface ExportedPhoto {
  /** Its file's path in the archive, or a path or address that ends with the file's name. */
  path: string;
  altText: string;
}

/** A post of an export with its photos, without its videos. */
export interface ExportedPost {
  /** Names the original within its service. Two exports of one account have the same ids. */
  id: string;
  /** Milliseconds since 1970. */
  at: number;
  caption: string;
  location: string;
  isSensitive: boolean;
  /** Connections for an original that followers alone could see. */
  visibility: Visibility;
  photos: ExportedPhoto[];
}

/** A post or a file of a post that is not imported. */
export interface LeftOut {
  /** "hidden": visible only to the people in it. "unreadable": the entry makes no post. "failed": not shared. */
  kind: "photo" | "video" | "draft" | "hidden" | "unreadable" | "failed";
  caption: string;
  /** Milliseconds since 1970; not a number when unknown. */
  at: number;
  /** The path of the photo, the video or the list. */
  file: string;
  reason: MessageDescriptor;
}

/** The posts of a list, and what of it cannot be imported. */
export interface ExportedPosts {
  posts: ExportedPost[];
  leftOut: LeftOut[];
}

/** An entry of a list. */
export type Entry = Omit<ExportedPost, "isSensitive" | "visibility"> &
  Partial<Pick<ExportedPost, "isSensitive" | "visibility">> & {
    /** The paths of its videos. */
    videos: string[];
    /** Set for a post that must not become one. */
    withheld?: "draft" | "hidden";
  };

/** More entries than any account has posts. */
export const ENTRIES_MAX = 100_000;

const withheldReasons = {
  draft: msg`This is a draft.`,
  hidden: msg`Only the people in this post could see it.`,
};

/**
 * Collects the posts of a list.
 * @param read returns an entry; null if it is no post of the member, such as a shared post; throws for an unknown form
 * @throws RangeError for a list of too many entries
 */
export function collect(entries: unknown[], read: (entry: unknown) => Entry | null): ExportedPosts {
  if (entries.length > ENTRIES_MAX) throw new RangeError("The list has too many entries.");
  const found: ExportedPosts = { posts: [], leftOut: [] };
  for (const [index, value] of entries.entries()) {
    let entry: Entry | null;
    try {
      entry = read(value);
    } catch {
      const place = index + 1;
      const reason = msg`Entry ${place} of this list could not be read.`;
      found.leftOut.push({ kind: "unreadable", caption: "", at: Number.NaN, file: "", reason });
      continue;
    }
    if (entry) addPost(found, entry);
  }
  return found;
}

function addPost({ posts, leftOut }: ExportedPosts, { videos, withheld, ...entry }: Entry): void {
  const post = { isSensitive: false, visibility: "everyone" as const, ...entry, ...cut(entry) };
  const leave = (kind: LeftOut["kind"], reason: MessageDescriptor, file = "") =>
    leftOut.push({ kind, caption: post.caption, at: post.at, file, reason });
  if (withheld) {
    leave(withheld, withheldReasons[withheld], post.photos[0]?.path);
    return;
  }
  for (const file of videos) leave("video", msg`Videos cannot be imported.`, file);
  if (!isPostDate(post.at)) {
    leave(
      "unreadable",
      msg({ message: "It has no date, or one before 2004 or in the future.", comment: "A post" }),
      post.photos[0]?.path,
    );
  } else if (post.photos.length > 0) posts.push(post);
  else if (videos.length === 0) leave("unreadable", msg({ message: "It has no photo.", comment: "A post" }));
}

const isPostDate = (at: number) => at >= Date.parse(IMPORTED_SINCE) && at <= Date.now();

/** Cuts the texts of a post to what a post can have. */
const cut = ({ caption, location, photos }: Pick<ExportedPost, "caption" | "location" | "photos">) => ({
  caption: firstOf(caption, CAPTION_MAX),
  location: firstOf(location, LOCATION_MAX),
  photos: photos.map(({ path, altText }) => ({ path, altText: firstOf(altText, ALT_TEXT_MAX) })),
});
