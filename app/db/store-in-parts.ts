import { logError } from "~/platform/log";

/** Bytes of rows that one statement stores, unless one row has more. D1 binds at most 2 MB as one value. */
const PART_BYTES = 500_000;

const encoder = new TextEncoder();

/**
 * Stores rows by statements that take some of them as one JSON value of a bounded size. When a statement fails, its
 * rows are stored in smaller parts. A row that fails alone is logged and replaced, so that it does not block the job.
 * @param store stores the rows of a JSON array; it may run twice
 * @param replaced returns what is stored in place of a row that cannot be stored
 * @throws the database's error when a replaced row cannot be stored either: then the row is not the cause
 */
export async function storeInParts<Row>(
  rows: Row[],
  store: (json: string) => Promise<unknown>,
  replaced: (row: Row) => Row,
): Promise<void> {
  for (const part of partsOf(rows)) await storePart(part, store, replaced);
}

async function storePart<Row>(
  part: Row[],
  store: (json: string) => Promise<unknown>,
  replaced: (row: Row) => Row,
): Promise<void> {
  try {
    await store(JSON.stringify(part));
  } catch (error) {
    const half = Math.floor(part.length / 2);
    if (half > 0) {
      await storePart(part.slice(0, half), store, replaced);
      await storePart(part.slice(half), store, replaced);
      return;
    }
    await store(JSON.stringify(part.map(replaced)));
    logError(error, { event: "row skipped" });
  }
}

function partsOf<Row>(rows: Row[]): Row[][] {
  const parts: Row[][] = [];
  let bytes = 0;
  for (const row of rows) {
    const size = encoder.encode(JSON.stringify(row)).length;
    const last = parts.at(-1);
    if (last && bytes + size <= PART_BYTES) {
      last.push(row);
      bytes += size;
    } else {
      parts.push([row]);
      bytes = size;
    }
  }
  return parts;
}
