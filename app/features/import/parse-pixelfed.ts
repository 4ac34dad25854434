import { z } from "~/contract/zod";
import { collect, type Entry, type ExportedPhoto, type ExportedPosts } from "./exported-post";
import { decodeEntities, textOfHtml } from "./text-of-html";

const text = z.string().nullish();
const texts = z.union([z.string(), z.array(z.unknown())]).nullish();

/** A post of `pixelfed-statuses.json`, which Pixelfed exports since version 0.12.5: a status of its API. */
const status = z.object({
  uri: z.string(),
  created_at: z.string(),
  content_text: text,
  content: text,
  visibility: text,
  sensitive: z.boolean().nullish(),
  place: z.object({ name: text, country: text }).nullish().catch(null),
  media_attachments: z.array(z.object({ url: text, type: text, mime: text, description: text })),
});

/** A post of `outbox.json`, which older versions export, and with its files archives of ActivityPub: a note. */
const note = z.object({
  type: z.literal("Note"),
  id: z.string(),
  published: z.string(),
  content: text,
  to: texts,
  cc: texts,
  sensitive: z.boolean().nullish(),
  attachment: z.array(z.object({ url: text, mediaType: text, name: text })).default([]),
});

/** The recipient of public notes, in its three spellings. */
const PUBLIC = ["https://www.w3.org/ns/activitystreams#Public", "as:Public", "Public"];

/**
 * Returns the posts of a list that Pixelfed exports, or of an ActivityPub archive's outbox, without direct ones.
 * Pixelfed's lists have the URLs of photos, not the photos.
 */
export function parsePixelfed(list: unknown): ExportedPosts {
  return collect(itemsOf(list), (item) => {
    if (isOfOthers(item)) return null;
    const object = item && typeof item === "object" && "object" in item ? item.object : item;
    return isStatus(object) ? readStatus(object) : readNote(object);
  });
}

/** Returns a list's items. Pixelfed has parts in `data`, an outbox has `orderedItems`. @throws TypeError otherwise */
function itemsOf(list: unknown): unknown[] {
  if (Array.isArray(list)) return list.flatMap((item) => (partOf(item) ? itemsOf(item) : [item]));
  const part = partOf(list);
  if (!part) throw new TypeError("The list has an unknown form.");
  return part;
}

function partOf(item: unknown): unknown[] | null {
  if (!item || typeof item !== "object") return null;
  const { data, orderedItems } = item as { data?: unknown; orderedItems?: unknown };
  const part = data ?? orderedItems;
  return Array.isArray(part) ? part : null;
}

/** Whether an item is no post of the member with files: a shared post, a text reply, an activity such as a like. */
function isOfOthers(item: unknown): boolean {
  if (!item || typeof item !== "object") return false;
  const { type, reblog, object, media_attachments, attachment } = item as Record<string, unknown>;
  if (typeof type === "string" && type !== "Note" && type !== "Create") return true;
  const inner =
    object && typeof object === "object" ? (object as Record<string, unknown>).attachment : attachment;
  const files = media_attachments ?? inner;
  return Boolean(reblog) || (Array.isArray(files) && files.length === 0);
}

const isStatus = (object: unknown) =>
  Boolean(object && typeof object === "object" && "media_attachments" in object);

function readStatus(object: unknown): Entry {
  const { media_attachments, ...post } = status.parse(object);
  const files = media_attachments.map(({ url, description, mime, type }) => ({
    path: pathOf(url),
    altText: description ?? "",
    isPhoto: mime ? mime.startsWith("image/") : type === "image",
  }));
  return {
    id: idOf(post.uri),
    at: Date.parse(post.created_at),
    // Many versions store the caption as escaped HTML, and their plain text has the entities.
    caption: post.content_text ? decodeEntities(post.content_text) : textOfHtml(post.content ?? ""),
    location: [post.place?.name, post.place?.country].filter(Boolean).join(", "),
    isSensitive: post.sensitive ?? false,
    visibility: post.visibility === "private" ? "connections" : "everyone",
    withheld: ["public", "unlisted", "private"].includes(post.visibility ?? "") ? undefined : "hidden",
    ...photosOf(files),
  };
}

function readNote(object: unknown): Entry {
  const { attachment, ...post } = note.parse(object);
  const recipients = [post.to, post.cc].flat().map(String);
  const isPublic = recipients.some((one) => PUBLIC.includes(one));
  const isVisible = isPublic || recipients.some((one) => one.endsWith("/followers"));
  const files = attachment.map(({ url, name, mediaType }) => ({
    path: pathOf(url),
    altText: name ?? "",
    isPhoto: mediaType?.startsWith("image/") ?? false,
  }));
  return {
    id: idOf(post.id),
    at: Date.parse(post.published),
    caption: textOfHtml(post.content ?? ""),
    location: "",
    isSensitive: post.sensitive ?? false,
    visibility: isPublic ? "everyone" : "connections",
    withheld: isVisible ? undefined : "hidden",
    ...photosOf(files),
  };
}

function photosOf(files: (ExportedPhoto & { isPhoto: boolean })[]) {
  const photos = files.filter(({ isPhoto }) => isPhoto);
  return {
    photos: photos.map(({ path, altText }) => ({ path, altText })),
    videos: files.filter(({ isPhoto }) => !isPhoto).map(({ path }) => path),
  };
}

/** Returns the host and last part of a post's URL, the same in both Pixelfed lists. @throws TypeError for no URL */
function idOf(address: string): string {
  const { host, pathname } = new URL(address);
  return `${host}${pathname.slice(pathname.replace(/\/+$/, "").lastIndexOf("/"))}`;
}

/** Returns the path of a file's address, without a leading slash. Addresses in archives have a host or not. */
function pathOf(address: string | null | undefined): string {
  try {
    return decodeURIComponent(new URL(address ?? "", "https://archive.invalid").pathname).replace(/^\/+/, "");
  } catch {
    // No file has this path, so the photo counts as missing.
    return "";
  }
}
