import { makeZip } from "client-zip";
import type { ExportFile } from "~/domain/accounts/export-account";

/** Returns the content of a ZIP file. Node's streams can be iterated; the type is the browser's. */
export const zipOf = (files: AsyncGenerator<ExportFile>) =>
  makeZip(files) as unknown as AsyncIterable<Uint8Array>;
