import { createHash } from "node:crypto";
import { expect, type Page } from "@playwright/test";
import type { MediaFile } from "./files";
import { refusal } from "./outcomes";

/** Records the digest of each file that the page sends: in a form, or as a data URL. */
export const recordSent = (page: Page) =>
  page.addInitScript(() => {
    const sent: Promise<string>[] = [];
    const record = async (file: Blob) => {
      const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", await file.arrayBuffer()));
      return [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    };
    Object.assign(window, { takeSent: () => Promise.all(sent.splice(0)) });
    // A proxy keeps the function's other forms.
    const recording = <Method extends (...args: never[]) => unknown>(method: Method, at: number) =>
      new Proxy(method, {
        apply(target, self, args: unknown[]) {
          const file = args[at];
          if (file instanceof Blob) sent.push(record(file));
          return Reflect.apply(target, self, args);
        },
      });
    FormData.prototype.set = recording(FormData.prototype.set, 1);
    FileReader.prototype.readAsDataURL = recording(FileReader.prototype.readAsDataURL, 0);
  });

/** Returns the digests since the last call. */
export const takeSent = (page: Page) =>
  page.evaluate(() => (window as unknown as { takeSent: () => Promise<string[]> }).takeSent());

/** Returns whether a file went up as it is. @param sent the digests of the files that the page sent */
export function howSent({ content }: MediaFile, sent: readonly string[]): string {
  const own = createHash("sha256").update(content).digest("hex");
  return sent.includes(own) ? "as it is" : "redrawn";
}

export const chosen = ({ name, type, content }: MediaFile) => ({ name, mimeType: type, buffer: content });

/** Locates the toast that says what is wrong. */
export const problem = (page: Page) =>
  page.getByRole("alert").filter({ has: page.getByRole("button", { name: "Dismiss" }) });

/** Returns the refusal in the toast, which it closes. */
export async function takeRefusal(page: Page): Promise<string> {
  const text = await problem(page).innerText();
  await page.getByRole("button", { name: "Dismiss" }).click();
  await expect(problem(page)).toHaveCount(0);
  return refusal(text);
}
