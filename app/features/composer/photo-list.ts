import type { Camera } from "~/contract/camera";
import { PHOTOS_MAX } from "~/contract/limits";
import type { PostFrame } from "~/contract/post-frame";
import { type Edits, noEdits } from "~/features/darkroom/edits";

/** A photo of the new post: checked, and with a preview. */
export interface ChosenPhoto {
  id: string;
  /** URL of the image that shows it. */
  preview: string;
  /** The file to upload, or the URL of an image that is already on the server. */
  content: Blob | string;
  /** The unedited file; null for an AI image, which cannot be edited, because a new file would lose the AI badge. */
  original: Blob | null;
  edits: Edits;
  altText: string;
  /** Width divided by height, once its preview is shown. */
  ratio?: number;
  /** Camera data of the file; null without any. Shared only when the member shows it. */
  camera: Camera | null;
  /** Uploaded fraction, 0 to 1; null while no upload is in flight. */
  progress: number | null;
  isUploaded: boolean;
  /** The message of a failed upload. */
  failure: string | null;
}

export interface PhotoList {
  /** In the order of the post. */
  photos: readonly ChosenPhoto[];
  /** Id of the photo that is shown large, and that the controls are for; null without photos. */
  selectedId: string | null;
  /** The alt text while there is no photo. The first photo takes it. */
  spareAltText: string;
  /** Number of files that are being opened. */
  opening: number;
}

export type ChangeList = (change: (old: PhotoList) => PhotoList) => void;

export const noPhotos: PhotoList = { photos: [], selectedId: null, spareAltText: "", opening: 0 };

/** The state of a photo that is neither edited nor uploaded. */
export const untouched = { edits: noEdits, progress: null, isUploaded: false, failure: null };

/** Returns the photo that is shown large. */
export function selectedOf({ photos, selectedId }: PhotoList): ChosenPhoto | undefined {
  return photos.find(({ id }) => id === selectedId);
}

/** Returns the alt text that the page shows. */
export function altTextOf(list: PhotoList): string {
  return selectedOf(list)?.altText ?? list.spareAltText;
}

/** Returns the place of a photo in the order, from 1. */
export function placeOf({ photos }: PhotoList, id: string | null): number {
  return photos.findIndex((photo) => photo.id === id) + 1;
}

/** Returns the list with a photo at its end, if there is room. */
export function withPhoto(list: PhotoList, photo: Omit<ChosenPhoto, "altText">): PhotoList {
  if (hasImage(list, photo) || list.photos.length >= PHOTOS_MAX) return list;
  if (list.photos.length > 0) return { ...list, photos: [...list.photos, { ...photo, altText: "" }] };
  return {
    ...list,
    photos: [{ ...photo, altText: list.spareAltText }],
    selectedId: photo.id,
    spareAltText: "",
  };
}

/**
 * Returns the list with a draft's photos before the others, at most ten. The draft's photos win, because removing
 * them from the list would delete them. An alt text typed before goes to the first draft photo, which the page shows.
 * @param altText the alt text of the draft's first photo, which the next photo takes when there is none
 */
export function withDraft(list: PhotoList, drafts: readonly ChosenPhoto[], altText: string): PhotoList {
  const added = drafts.filter((photo) => !hasImage(list, photo));
  const [first] = added;
  if (!first) return list.photos.length > 0 ? list : { ...list, spareAltText: list.spareAltText || altText };
  const drafted = [{ ...first, altText: list.spareAltText || first.altText }, ...added.slice(1)];
  const photos = [...drafted, ...list.photos].slice(0, PHOTOS_MAX);
  const selected = photos.find(({ id }) => id === list.selectedId) ?? first;
  return { ...list, photos, selectedId: selected.id, spareAltText: "" };
}

/** Returns whether the list has an image that is on the server already: a post can have it once. */
function hasImage({ photos }: PhotoList, { content }: Pick<ChosenPhoto, "content">): boolean {
  return typeof content === "string" && photos.some((photo) => photo.content === content);
}

/** Returns the list with an image of the server selected, if it is there. */
export function withSelectedImage(list: PhotoList, url: string): PhotoList {
  const image = list.photos.find(({ content }) => content === url);
  return image ? { ...list, selectedId: image.id } : list;
}

/** Returns the list without a photo. Selects its neighbour; keeps the only photo's alt text for the next photo. */
export function withoutPhoto(list: PhotoList, id: string): PhotoList {
  const at = list.photos.findIndex((photo) => photo.id === id);
  const removed = list.photos[at];
  if (!removed) return list;
  const photos = list.photos.filter((photo) => photo !== removed);
  const isSelected = id === list.selectedId;
  return {
    ...list,
    photos,
    selectedId: isSelected ? (photos[Math.min(at, photos.length - 1)]?.id ?? null) : list.selectedId,
    spareAltText: photos.length === 0 ? removed.altText : "",
  };
}

/** Returns the list with a photo at another place, from 1. A place beyond an end is the end. */
export function withPlace(list: PhotoList, id: string, place: number): PhotoList {
  const photo = list.photos.find((one) => one.id === id);
  if (!photo) return list;
  const others = list.photos.filter((one) => one !== photo);
  const at = Math.max(0, Math.min(place - 1, others.length));
  return { ...list, photos: [...others.slice(0, at), photo, ...others.slice(at)] };
}

/** Returns the list with changes of one photo. */
export function withChanges(list: PhotoList, id: string, changes: Partial<ChosenPhoto>): PhotoList {
  return {
    ...list,
    photos: list.photos.map((photo) => (photo.id === id ? { ...photo, ...changes } : photo)),
  };
}

/** Returns the list with another alt text of the selected photo. */
export function withAltText(list: PhotoList, altText: string): PhotoList {
  return list.selectedId
    ? withChanges(list, list.selectedId, { altText })
    : { ...list, spareAltText: altText };
}

/** Returns the number of photos that have an alt text. */
export function describedCount(photos: readonly Pick<ChosenPhoto, "altText">[]): number {
  return photos.filter(({ altText }) => altText.trim() !== "").length;
}

/** The widest proportions of a frame that is not chosen. */
const WIDEST = 16 / 9;

/**
 * Returns the frame of a set: the picked one, else that of the first photo. A panorama's frame does not apply when
 * other photos are less wide: they would be a few millimetres high in it.
 */
export function frameOfSet(
  picked: PostFrame | null,
  photos: readonly Pick<ChosenPhoto, "ratio">[],
): PostFrame {
  if (picked) return picked;
  const [first = WIDEST, ...others] = photos.map(({ ratio = WIDEST }) => ratio);
  return first > WIDEST && others.some((ratio) => ratio <= WIDEST) ? "16:9" : "original";
}
