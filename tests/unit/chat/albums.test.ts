import { describe, expect, it } from "vitest";
import { type AlbumEntry, albumTiles } from "~/features/chat/albums";

const entry = (seconds: number, change: Partial<AlbumEntry> = {}): AlbumEntry => ({
  senderId: "mara",
  createdAt: new Date(Date.UTC(2026, 0, 1) + seconds * 1000).toISOString(),
  isPicture: true,
  hasCaption: false,
  isFirst: false,
  ...change,
});
const pictures = (count: number, change: Partial<AlbumEntry> = {}) =>
  Array.from({ length: count }, (_, at) => entry(at, change));
/** Returns which entries are tiles. */
const areTiles = (entries: AlbumEntry[]) => albumTiles(entries, "noa").map((tile) => tile !== null);

describe("albumTiles", () => {
  it.each([
    [2, 2],
    [3, 3],
    [4, 2],
    [5, 3],
    [6, 3],
    [7, 4],
    [8, 4],
    [9, 3],
    [10, 4],
    [11, 4],
  ])("puts %i pictures into a grid of %i columns", (count, columns) => {
    const tiles = albumTiles(pictures(count), "noa");
    expect(tiles).toHaveLength(count);
    expect(new Set(tiles).size).toBe(columns);
    expect(tiles[columns]).toBe(tiles.length > columns ? tiles[0] : undefined);
  });

  it("gives captions two wide columns", () => {
    expect(new Set(albumTiles([...pictures(4), entry(4, { hasCaption: true })], "noa")).size).toBe(2);
  });

  it("begins at the start for the other member, and ends at the end for the viewer", () => {
    expect(albumTiles(pictures(3), "noa")).toEqual(["1 / span 6", "7 / span 6", "13 / span 6"]);
    expect(albumTiles(pictures(3), "mara")).toEqual(["7 / span 6", "13 / span 6", "19 / span 6"]);
  });

  it("leaves a single picture and other messages alone", () => {
    expect(areTiles([])).toEqual([]);
    expect(areTiles([entry(0)])).toEqual([false]);
    expect(areTiles([entry(0), entry(1, { isPicture: false }), entry(2)])).toEqual([false, false, false]);
  });

  it("ends an album at another sender, after more than a minute, at a day and at the unread messages", () => {
    const [first, second] = [entry(0), entry(1)];
    for (const change of [{ senderId: "noa" }, { isFirst: true }])
      expect(areTiles([first, second, entry(2, change)])).toEqual([true, true, false]);
    expect(areTiles([first, entry(60)])).toEqual([true, true]);
    expect(areTiles([first, entry(60.001)])).toEqual([false, false]);
    expect(areTiles([entry(0), entry(50), entry(100)])).toEqual([true, true, true]);
  });

  it("takes the clocks of browser and server as they are: a picture of the outbox may be older", () => {
    expect(areTiles([entry(5), entry(0)])).toEqual([true, true]);
    expect(areTiles([entry(0), entry(1, { createdAt: "" })])).toEqual([false, false]);
  });
});
