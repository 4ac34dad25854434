import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { BlobReader, configure, type FileEntry, ZipReader } from "@zip.js/zip.js/external";
import { inEnglish } from "~/contract/messages";
import { ENTRIES_MAX } from "./exported-post";
import { isHtmlList, parserOf } from "./parse-export";

export type { FileEntry };

// The CSP refuses the URLs of its workers. The browser decompresses outside of the page's thread anyway.
configure({ useWebWorkers: false });

/** A file that cannot be imported; the text is for the member. */
export class ArchiveError extends Error {
  override readonly name = "ArchiveError";
  /** Whether the file may be a part of an export that another file completes. */
  readonly isPart: boolean;
  constructor(
    readonly text: MessageDescriptor,
    { isPart = false, cause }: { isPart?: boolean; cause?: unknown } = {},
  ) {
    super(inEnglish(text), { cause });
    this.isPart = isPart;
  }
}

/** Bytes for each compressed byte. JSON reaches about 30, a zip bomb 1000. */
const RATIO_MAX = 200;

const NO_ZIP = msg`This file could not be read. Please choose the zip file of your export.`;
const LIST_ALONE = msg`This list has no photos. Please zip it together with the photo files.`;
/** Interrupts an import, unlike a damaged photo. */
export const FILE_GONE = msg`The file can no longer be read. Please choose it again.`;
export const TOO_LARGE = msg`This file is too large to be an export from Instagram or Pixelfed.`;

/** Returns the files in a zip file. @throws ArchiveError */
export async function entriesOf(file: File): Promise<FileEntry[]> {
  const entries: FileEntry[] = [];
  try {
    for await (const entry of new ZipReader(new BlobReader(file)).getEntriesGenerator()) {
      if (entries.length >= ENTRIES_MAX) throw new ArchiveError(TOO_LARGE);
      if (!entry.directory) entries.push(entry);
    }
  } catch (error) {
    if (error instanceof ArchiveError) throw error;
    throw new ArchiveError(parserOf(file.name) || isHtmlList(file.name) ? LIST_ALONE : NO_ZIP);
  }
  return entries;
}

/** Reads a file of at most `maxBytes`. Counts the bytes, as the directory's size may be false. @throws ArchiveError */
export async function contentOf(entry: FileEntry, maxBytes: number, signal?: AbortSignal): Promise<Blob> {
  const { uncompressedSize, compressedSize } = entry;
  const most = Math.min(maxBytes, Math.max(compressedSize * RATIO_MAX, 1024 * 1024));
  if (uncompressedSize > most) throw new ArchiveError(TOO_LARGE);
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  const target = new WritableStream<Uint8Array<ArrayBuffer>>({
    write(chunk) {
      size += chunk.byteLength;
      if (size > most) throw new ArchiveError(TOO_LARGE);
      chunks.push(chunk);
    },
  });
  try {
    await entry.getData(target, { checkSignature: true, signal });
  } catch (error) {
    signal?.throwIfAborted();
    // The file itself was moved or changed: no photo can be read any more.
    if (error instanceof DOMException) throw new ArchiveError(FILE_GONE, { cause: error });
    throw new ArchiveError(size > most ? TOO_LARGE : msg`A file in this export is damaged or encrypted.`);
  }
  return new Blob(chunks);
}
