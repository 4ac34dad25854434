import { z } from "~/contract/zod";
import { decodeBytes } from "./decode-bytes";
import { collect, type Entry, type ExportedPosts } from "./exported-post";
import { isVideo } from "./file-names";
import { groupBy } from "./group-by";
import { labelReader } from "./instagram-labels";

const text = z.string().catch("");
const timestamp = z.number().optional();

const mediaItem = z.object({ uri: z.string().min(1), creation_timestamp: timestamp, title: text });

const postEntry = z.object({
  media: z.array(z.unknown()).default([]),
  title: text,
  creation_timestamp: timestamp,
  timestamp,
  label_values: z.array(z.unknown()).default([]),
});

/** Lists in lists, more than any known export nests. */
const DEPTH_MAX = 16;

/**
 * Returns the posts of a `posts_1.json` or `posts.json` of Instagram's JSON export: a list of posts, an object around
 * it, or a single post. Newer exports repeat captions and files in `label_values`, or have them only there. The only
 * id that all exports have is the second of the post.
 */
export function parseInstagram(list: unknown): ExportedPosts {
  const entries = entriesOf(list);
  const { captionOf, isDraft } = labelReader(entries);
  return collect(entries, (value) => {
    const { label_values: labels, ...post } = postEntry.parse(value);
    const media = mediaIn([post.media, labels]);
    const [first] = media;
    const seconds = post.creation_timestamp ?? post.timestamp ?? first?.creation_timestamp ?? Number.NaN;
    return {
      ...entryOf(
        seconds,
        media.map(({ uri }) => uri),
      ),
      // The caption of a post with one photo is that of the photo.
      caption: decodeBytes(post.title || first?.title || "") || captionOf(labels),
      withheld: isDraft(labels) ? "draft" : undefined,
    };
  });
}

function entriesOf(list: unknown): unknown[] {
  if (Array.isArray(list)) return list;
  if (!list || typeof list !== "object" || "media" in list || "label_values" in list) return [list];
  return Object.values(list).find(Array.isArray) ?? [list];
}

const seconds = (at: string) => Date.parse(/(Z|[+-]\d\d:?\d\d)$/.test(at) ? at : `${at}Z`) / 1000;

const oldItem = z.object({
  path: z.string().min(1),
  caption: text,
  location: text,
  taken_at: z.string().transform(seconds),
});

/**
 * Returns the posts of the `media.json` of exports until 2020. It lists files: those of one second with one caption
 * are a post. A file of this name without photos has no posts.
 */
export function parseOldInstagram(list: unknown): ExportedPosts {
  const { photos, videos } = z
    .object({ photos: z.array(z.unknown()).catch([]), videos: z.array(z.unknown()).catch([]) })
    .parse(list);
  // An unreadable item is a group of its own, which is counted.
  const keyOf = (item: unknown) => {
    const { data } = oldItem.safeParse(item);
    return data ? `${data.taken_at} ${data.caption}` : Symbol("unreadable");
  };
  return collect([...groupBy([...photos, ...videos], keyOf).values()], (group) => {
    const items = z.array(oldItem).min(1).parse(group);
    const [first] = items;
    return {
      ...entryOf(
        first?.taken_at ?? Number.NaN,
        items.map(({ path }) => path),
      ),
      caption: decodeBytes(first?.caption ?? ""),
      location: decodeBytes(first?.location ?? ""),
    };
  });
}

/** Returns an entry without texts. */
function entryOf(secondsOfPost: number, paths: string[]): Entry {
  return {
    id: `instagram-${secondsOfPost}`,
    at: secondsOfPost * 1000,
    caption: "",
    location: "",
    photos: paths.filter((path) => !isVideo(path)).map((path) => ({ path, altText: "" })),
    videos: paths.filter(isVideo),
  };
}

type MediaItem = z.infer<typeof mediaItem>;

/** Returns the files of a post, each once: nested carousels have them in lists in lists, `label_values` in groups. */
function mediaIn(value: unknown, depth = 0, found = new Map<string, MediaItem>()): MediaItem[] {
  if (Array.isArray(value) && depth < DEPTH_MAX) {
    for (const item of value) mediaIn(item, depth + 1, found);
  } else if (value && typeof value === "object" && "uri" in value) {
    const item = mediaItem.parse(value);
    if (!found.has(item.uri)) found.set(item.uri, item);
  } else if (value && typeof value === "object") {
    const { media, dict, vec } = value as Record<string, unknown>;
    mediaIn([media, dict, vec], depth + 1, found);
  }
  return [...found.values()];
}
