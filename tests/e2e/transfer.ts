import type { Page } from "@playwright/test";

/** Returns a `DataTransfer` of the page with files, as a drop or a paste has. */
export function transferOf(page: Page, files: { name: string; mimeType: string; buffer: Buffer }[]) {
  const sent = files.map(({ name, mimeType, buffer }) => ({
    name,
    type: mimeType,
    data: buffer.toString("base64"),
  }));
  return page.evaluateHandle((all) => {
    const transfer = new DataTransfer();
    for (const { name, type, data } of all) {
      const bytes = Uint8Array.from(atob(data), (char) => char.charCodeAt(0));
      transfer.items.add(new File([bytes], name, { type }));
    }
    return transfer;
  }, sent);
}
