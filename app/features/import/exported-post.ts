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

/** The posts of a list, and what of it cannot be imported. */
export interface ExportedPosts {
  posts: ExportedPost[];
  /** Videos. */
  videos: number;
  /** Posts that only the people in them could see. */
  hidden: number;
  /** Entries of an unknown form, without a photo or video, or without a date that a post can have. */
  unreadable: number;
}

/** An entry of a list: null for one that is no post of the member, such as a shared post of others. */
export type Entry =
  | (Omit<ExportedPost, "isSensitive" | "visibility"> &
      Partial<Pick<ExportedPost, "isSensitive" | "visibility">> & { videos: number })
  | null;

/** Collects the posts of a list. @param read returns an entry; throws for one of an unknown form */
export function collect(entries: unknown[], read: (entry: unknown) => Entry | "hidden"): ExportedPosts {
  const found: ExportedPosts = { posts: [], videos: 0, hidden: 0, unreadable: 0 };
  for (const entry of entries) {
    let post: Entry | "hidden";
    try {
      post = read(entry);
    } catch {
      found.unreadable += 1;
      continue;
    }
    if (post === "hidden") found.hidden += 1;
    else if (post) addPost(found, post);
  }
  return found;
}

function addPost(found: ExportedPosts, { videos, ...entry }: NonNullable<Entry>): void {
  const post = { isSensitive: false, visibility: "everyone" as const, ...entry };
  found.videos += videos;
  if (!isPostDate(post.at)) found.unreadable += 1;
  else if (post.photos.length > 0) found.posts.push({ ...post, ...cut(post) });
  else if (videos === 0) found.unreadable += 1;
}

const isPostDate = (at: number) => at >= Date.parse(IMPORTED_SINCE) && at <= Date.now();

/** Cuts the texts of a post to what a post can have. */
const cut = ({ caption, location, photos }: Pick<ExportedPost, "caption" | "location" | "photos">) => ({
  caption: firstOf(caption, CAPTION_MAX),
  location: firstOf(location, LOCATION_MAX),
  photos: photos.map(({ path, altText }) => ({ path, altText: firstOf(altText, ALT_TEXT_MAX) })),
});
