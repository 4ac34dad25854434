/**
 * Counts the pages that each table and index of a SQLite file takes. D1 has neither `dbstat` nor `PRAGMA page_count`,
 * so this walks the trees of the file itself: https://www.sqlite.org/fileformat2.html.
 */

/** A row of `sqlite_master` with a tree of its own. */
export interface Root {
  name: string;
  rootpage: number;
}

export interface Tree {
  name: string;
  pages: number;
  /** Rows of a table, or entries of an index. */
  entries: number;
}

/** Types of pages. The trees of indexes and of tables `WITHOUT ROWID` hold entries in their interior pages too. */
const INTERIOR_INDEX = 2;
const INTERIOR_TABLE = 5;
const LEAF_TABLE = 13;

const FILE_HEADER = 100;
const WAL_HEADER = 32;
const FRAME_HEADER = 24;

/** Returns the pages of the last commit, the first one at index 1. @param wal the write-ahead log beside the file */
export function pagesOf(file: Buffer, wal: Buffer): Buffer[] {
  const source = wal.length > WAL_HEADER ? wal.readUInt32BE(8) : file.readUInt16BE(16);
  const size = source === 1 ? 65_536 : source;
  const pages: Buffer[] = [Buffer.alloc(0)];
  for (let at = 0; at + size <= file.length; at += size) pages.push(file.subarray(at, at + size));
  if (wal.length <= WAL_HEADER) return pages;
  const salts = wal.subarray(16, 24);
  let transaction: [page: number, bytes: Buffer][] = [];
  for (let at = WAL_HEADER; at + FRAME_HEADER + size <= wal.length; at += FRAME_HEADER + size) {
    // Frames of an earlier round of the log have other salts.
    if (!wal.subarray(at + 8, at + 16).equals(salts)) break;
    const start = at + FRAME_HEADER;
    transaction.push([wal.readUInt32BE(at), wal.subarray(start, start + size)]);
    const pagesAfterCommit = wal.readUInt32BE(at + 4);
    if (pagesAfterCommit === 0) continue;
    for (const [page, bytes] of transaction) pages[page] = bytes;
    pages.length = pagesAfterCommit + 1;
    transaction = [];
  }
  return pages;
}

/**
 * Returns the size of every tree.
 * @throws when the trees and the free pages are not the whole file
 */
export function treesOf(pages: Buffer[], roots: Root[]): Tree[] {
  const header = pageAt(pages, 1);
  const usable = pageAt(pages, 1).length - header.readUInt8(20);
  const trees = [{ name: "sqlite_master", rootpage: 1 }, ...roots].map(({ name, rootpage }) => {
    const tree: Tree = { name, pages: 0, entries: 0 };
    walk(pages, usable, rootpage, tree);
    return tree;
  });
  const free = header.readUInt32BE(36);
  const found = trees.reduce((sum, tree) => sum + tree.pages, free);
  if (found !== pages.length - 1) throw new Error(`${found} of ${pages.length - 1} pages found`);
  return trees;
}

function pageAt(pages: Buffer[], number: number): Buffer {
  const page = pages[number];
  if (!page) throw new Error(`The file has no page ${number}.`);
  return page;
}

function walk(pages: Buffer[], usable: number, number: number, tree: Tree): void {
  const page = pageAt(pages, number);
  const start = number === 1 ? FILE_HEADER : 0;
  const type = page.readUInt8(start);
  const cells = page.readUInt16BE(start + 3);
  const isInterior = type === INTERIOR_INDEX || type === INTERIOR_TABLE;
  tree.pages += 1;
  if (type !== INTERIOR_TABLE) tree.entries += cells;
  for (let cell = 0; cell < cells; cell++) {
    const at = page.readUInt16BE(start + (isInterior ? 12 : 8) + 2 * cell);
    if (isInterior) walk(pages, usable, page.readUInt32BE(at), tree);
    if (type !== INTERIOR_TABLE) {
      tree.pages += overflowPages(varint(page, isInterior ? at + 4 : at), usable, type === LEAF_TABLE);
    }
  }
  if (isInterior) walk(pages, usable, page.readUInt32BE(start + 8), tree);
}

/** Returns the pages that the rest of a row takes which is too long for its own page. */
function overflowPages(payload: number, usable: number, isTable: boolean): number {
  const most = isTable ? usable - 35 : Math.floor(((usable - 12) * 64) / 255) - 23;
  if (payload <= most) return 0;
  const least = Math.floor(((usable - 12) * 32) / 255) - 23;
  const kept = least + ((payload - least) % (usable - 4));
  return Math.ceil((payload - (kept <= most ? kept : least)) / (usable - 4));
}

/** Returns the number that starts at an offset: seven bits a byte, the highest bit set in all bytes but the last. */
function varint(page: Buffer, at: number): number {
  let value = 0;
  for (let byte = at; ; byte++) {
    const bits = page.readUInt8(byte);
    value = value * 128 + (bits & 0x7f);
    if (bits < 0x80) return value;
  }
}
