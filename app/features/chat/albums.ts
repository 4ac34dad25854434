/** A message as an album sees it. */
export interface AlbumEntry {
  senderId: string;
  /** ISO 8601. */
  createdAt: string;
  isPicture: boolean;
  hasCaption: boolean;
  /** Whether it begins a day or the unread messages. */
  isFirst: boolean;
}

/** Pictures of one sender that follow each other within this time are an album. */
const ALBUM_MS = 60_000;
/** Columns of the grid that the messages are laid out in (message-list.tsx). */
export const LIST_COLUMNS = 24;
/** Columns of the grid that one tile of an album has, by the number of tiles side by side. */
const SPANS = { 2: 9, 3: 6, 4: 5 } as const;

/** Returns the `grid-column` of each message that is a tile of an album; null for the others. */
export function albumTiles(entries: readonly AlbumEntry[], viewerId: string): (string | null)[] {
  const tiles: (string | null)[] = entries.map(() => null);
  let start = 0;
  for (let end = 1; end <= entries.length; end++) {
    const [before, next] = [entries[end - 1], entries[end]];
    if (before && next && continuesAlbum(before, next)) continue;
    const album = entries.slice(start, end);
    if (album.length > 1) {
      const count = besides(album);
      const span = SPANS[count];
      const isOwn = album[0]?.senderId === viewerId;
      const first = isOwn ? LIST_COLUMNS - count * span + 1 : 1;
      for (let at = 0; at < album.length; at++)
        tiles[start + at] = `${first + (at % count) * span} / span ${span}`;
    }
    start = end;
  }
  return tiles;
}

function continuesAlbum(before: AlbumEntry, next: AlbumEntry): boolean {
  const apart = Date.parse(next.createdAt) - Date.parse(before.createdAt);
  const arePictures = before.isPicture && next.isPicture;
  return arePictures && !next.isFirst && before.senderId === next.senderId && Math.abs(apart) <= ALBUM_MS;
}

/** Returns the number of tiles side by side: wide ones for captions. */
function besides(album: readonly AlbumEntry[]): keyof typeof SPANS {
  const { length } = album;
  if (length === 2 || length === 4 || album.some(({ hasCaption }) => hasCaption)) return 2;
  return length === 7 || length === 8 || length >= 10 ? 4 : 3;
}
