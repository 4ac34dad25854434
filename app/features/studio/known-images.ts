import type { AiImageView } from "~/contract/ai";

/** The newest of the member's images, as a page's loader has them. */
export interface FirstImages {
  items: AiImageView[];
  next: string | null;
}

/** The images that are known, newest first and without a gap, and the address of those that follow; null when none do. */
export interface KnownImages {
  items: readonly AiImageView[];
  next: string | null;
}

export type ImageChange = "saved" | "deleted";

export function knownFrom({ items, next }: FirstImages): KnownImages {
  return { items, next: next && `/api/ai/images?cursor=${next}` };
}

/** The newest are as new as the last change. Behind them stands what was known; behind a page that is the last, nothing. */
export function withFirst(known: KnownImages, first: FirstImages): KnownImages {
  const oldest = first.items.at(-1)?.id ?? "";
  const older = known.items.filter(({ id }) => id < oldest);
  if (!first.next || older.length === 0) return knownFrom(first);
  return { items: [...first.items, ...older], next: known.next };
}

export function withOlder(known: KnownImages, page: KnownImages): KnownImages {
  const newest = page.items[0]?.id ?? "";
  return { items: [...known.items.filter(({ id }) => id > newest), ...page.items], next: page.next };
}

export function withChange(known: KnownImages, id: string, become: ImageChange): KnownImages {
  const items =
    become === "deleted"
      ? known.items.filter((image) => image.id !== id)
      : known.items.map((image) => (image.id === id ? { ...image, isSaved: true } : image));
  return { ...known, items };
}
