/**
 * HEIC files for tests, as phones write them (ISO/IEC 23008-12): tiles in a grid, turned by the container, beside other
 * images. No tool on every machine encodes HEVC, so the tiles of one colour are here as bytes.
 */

/** Pixels of a tile, on each side. */
export const TILE = 64;

interface Tile {
  /** The decoder's configuration and the frame, as x265 encoded them. */
  config: string;
  frame: string;
}

const eightBits =
  "AQNwAAAAAAAAAAAAHvAA/P34+AAADwMgAAEAGEABDAH//wNwAAADAJAAAAMAAAMAHroCQCEAAQArQgEBA3AAAAMAkAAAAwAAAwAeoCCBBZbqSSmubgQEDAgAAAMACAAAAwAIQCIAAQAHRAHBcrAiQA==";
const tile = (frame: string): Tile => ({ config: eightBits, frame });

/** The colours of `quadrantColors`, a grey of 128, and the green in ten bits. */
const tiles = {
  red: tile("AAAAGigBrwY4Wvz9N/Y43//+tEfof6fH6q8QmP1+"),
  green: tile("AAAAGSgBrwY4Wvz9N6o3//+9nP//3KfqrxCY/X4="),
  blue: tile("AAAAGigBrwY4Wvz9N/mGB/kf4PR//+vwqq8QmP1+"),
  yellow: tile("AAAAGygBrwY4Wvz7V/qmT///5VUfoftHEqvEJj9fgA=="),
  grey: tile("AAAADSgBrwY4W4r2qrrtIz4="),
  tenBits: {
    config:
      "AQQIAAAAAAAAAAAAHvAA/P36+gAADwMgAAEAF0ABDAH//wQIAAADAJ24AAADAAAeugJAIQABACpCAQEECAAAAwCduAAAAwAAHqAggQTZbqSSmubgQEDAgAAAAwCAAAADAIQiAAEAB0QBwXKwIkA=",
    frame: "AAAAGSgBrwY4Wvz9N5fv//++5v//3PRKrxCY/X4=",
  },
} satisfies Record<string, Tile>;

export interface HeicParts {
  /** Tiles by row, four by default, with the colours of `quadrantColors` clockwise from the top left. */
  rows?: (keyof typeof tiles)[][];
  /** Pixels of the grid; the tiles' by default. */
  size?: { width: number; height: number };
  /** Quarter turns counterclockwise, which a reader makes (`irot`). */
  turns?: number;
  /** Whether a reader mirrors the image left to right (`imir`), after the turns. */
  isMirrored?: boolean;
  /** Whether there are a thumbnail and a depth map, as in portraits. */
  hasExtras?: boolean;
  icc?: Buffer;
  /** A TIFF structure with EXIF. */
  exif?: Buffer;
  /** Bytes that replace each frame. */
  frame?: Buffer;
}

interface Item {
  type: "grid" | "hvc1" | "Exif";
  content: Buffer;
  /** Names of its properties. */
  properties?: string[];
  isHidden?: boolean;
  /** The items that it refers to, by their place. */
  refers?: { how: "dimg" | "thmb" | "auxl" | "cdsc"; to: number[] };
}

const u8 = (...values: number[]) => Buffer.from(values);
const u16 = (...values: number[]) => Buffer.concat(values.map((value) => u8(value >> 8, value & 255)));
const u32 = (value: number) => u16(value >>> 16, value & 0xffff);

function box(name: string, ...content: Buffer[]): Buffer {
  const body = Buffer.concat(content);
  return Buffer.concat([u32(8 + body.length), Buffer.from(name, "latin1"), body]);
}

const full = (name: string, version: number, flags: number, ...content: Buffer[]) =>
  box(name, u32(version * 2 ** 24 + flags), ...content);

const sizeProperty = (width: number, height: number) => full("ispe", 0, 0, u32(width), u32(height));

/** Returns the items of a file: the primary one first, then its tiles. */
function itemsOf(parts: HeicParts): Item[] {
  const {
    rows = [
      ["red", "green"],
      ["yellow", "blue"],
    ],
    turns = 0,
    isMirrored = false,
  } = parts;
  const frameOf = (name: keyof typeof tiles) => parts.frame ?? Buffer.from(tiles[name].frame, "base64");
  const upright = [...(turns ? ["irot"] : []), ...(isMirrored ? ["imir"] : [])];
  const names = rows.flat();
  const size = parts.size ?? { width: (rows[0]?.length ?? 0) * TILE, height: rows.length * TILE };
  const columns = rows[0]?.length ?? 1;
  const grid: Item = {
    type: "grid",
    content: Buffer.concat([u8(0, 0, rows.length - 1, columns - 1), u16(size.width, size.height)]),
    properties: ["whole", ...(parts.icc ? ["colr"] : []), ...upright],
    refers: { how: "dimg", to: names.map((_, at) => at + 2) },
  };
  const images = names.map<Item>((name) => ({
    type: "hvc1",
    content: frameOf(name),
    properties: [`config ${name}`, "tile"],
    isHidden: true,
  }));
  const extra = (how: "thmb" | "auxl", properties: string[]): Item => ({
    type: "hvc1",
    content: frameOf("grey"),
    properties: ["config grey", "tile", ...properties, ...upright],
    refers: { how, to: [1] },
  });
  const extras = parts.hasExtras ? [extra("thmb", []), extra("auxl", ["auxC"])] : [];
  const { exif } = parts;
  // Bytes before the structure: none.
  const data: Item[] = exif
    ? [{ type: "Exif", content: Buffer.concat([u32(0), exif]), refers: { how: "cdsc", to: [1] } }]
    : [];
  return [grid, ...images, ...extras, ...data];
}

/** Returns the properties that items name. */
function propertiesOf(parts: HeicParts): Map<string, Buffer> {
  const {
    rows = [
      ["red", "green"],
      ["yellow", "blue"],
    ],
    size,
    icc,
  } = parts;
  const { width, height } = size ?? { width: (rows[0]?.length ?? 0) * TILE, height: rows.length * TILE };
  const configs = Object.entries(tiles).map<[string, Buffer]>(([name, { config }]) => [
    `config ${name}`,
    box("hvcC", Buffer.from(config, "base64")),
  ]);
  return new Map([
    ["whole", sizeProperty(width, height)],
    ["tile", sizeProperty(TILE, TILE)],
    ...configs,
    ["irot", box("irot", u8(parts.turns ?? 0))],
    ["imir", box("imir", u8(1))],
    ["auxC", full("auxC", 0, 0, Buffer.from("urn:mpeg:hevc:2015:auxid:2\0", "latin1"))],
    ["colr", box("colr", Buffer.from("prof", "latin1"), icc ?? Buffer.alloc(0))],
  ]);
}

/** Returns the meta box. @param offset of the items' content in the file */
function metaOf(items: Item[], properties: Map<string, Buffer>, offset: number): Buffer {
  const names = [...properties.keys()];
  let at = offset;
  const places = items.map(({ content }, index) => {
    const place = Buffer.concat([u16(index + 1, 0, 1), u32(at), u32(content.length)]);
    at += content.length;
    return place;
  });
  const infos = items.map(({ type, isHidden }, index) =>
    full("infe", 2, isHidden ? 1 : 0, u16(index + 1, 0), Buffer.from(`${type}\0`, "latin1")),
  );
  const references = items.flatMap(({ refers }, index) =>
    refers ? [box(refers.how, u16(index + 1, refers.to.length, ...refers.to))] : [],
  );
  const associations = items.flatMap(({ properties: own }, index) =>
    own
      ? [
          Buffer.concat([
            u16(index + 1),
            u8(own.length, ...own.map((name) => 0x80 | (names.indexOf(name) + 1))),
          ]),
        ]
      : [],
  );
  return full(
    "meta",
    0,
    0,
    full("hdlr", 0, 0, u32(0), Buffer.from("pict", "latin1"), Buffer.alloc(13)),
    full("pitm", 0, 0, u16(1)),
    full("iloc", 0, 0, u8(0x44, 0), u16(items.length), ...places),
    full("iinf", 0, 0, u16(items.length), ...infos),
    full("iref", 0, 0, ...references),
    box(
      "iprp",
      box("ipco", ...properties.values()),
      full("ipma", 0, 0, u32(associations.length), ...associations),
    ),
  );
}

/** Returns a HEIC file. */
export function heic(parts: HeicParts = {}): Buffer {
  const items = itemsOf(parts);
  const properties = propertiesOf(parts);
  const type = box("ftyp", Buffer.from("heic\0\0\0\0mif1heic", "latin1"));
  const { length } = metaOf(items, properties, 0);
  const meta = metaOf(items, properties, type.length + length + 8);
  return Buffer.concat([type, meta, box("mdat", ...items.map(({ content }) => content))]);
}
