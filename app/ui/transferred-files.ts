type Transfer = Pick<DataTransfer, "items" | "files">;

/** Returns the files of a drop or a paste, without folders. Only the event's own listeners can read them. */
export function filesIn({ items, files }: Transfer): { files: File[]; hasFolder: boolean } {
  const entries = Array.from(items).filter(({ kind }) => kind === "file");
  // Firefox lists no items for some sources.
  if (entries.length === 0) return { files: Array.from(files), hasFolder: false };
  const folders = entries.filter((item) => item.webkitGetAsEntry?.()?.isDirectory);
  const found = entries.filter((item) => !folders.includes(item)).map((item) => item.getAsFile());
  return { files: found.filter((file) => file !== null), hasFolder: folders.length > 0 };
}

/** Whether a paste is text that also comes as a picture, as from Word. A copied file comes with its name as text. */
export function isTextWithPicture(transfer: Pick<DataTransfer, "getData">, files: readonly File[]): boolean {
  const text = transfer.getData("text/plain").trim();
  return text !== "" && !files.some(({ name }) => text.includes(name));
}
