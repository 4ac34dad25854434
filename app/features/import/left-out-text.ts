import { firstOf } from "~/contract/text-length";
import type { LeftOut } from "./exported-post";

const CAPTION_SHOWN = 80;

/** Returns how a list names a post: its day and the beginning of its caption, on one line. */
export function nameOfPost({ at, caption }: LeftOut): string {
  const day = Number.isNaN(new Date(at).getTime()) ? "No date" : new Date(at).toISOString().slice(0, 10);
  const line = caption.replace(/\s+/g, " ").trim();
  const shown = firstOf(line, CAPTION_SHOWN);
  return `${day} · ${shown ? shown + (shown === line ? "" : "…") : "No caption"}`;
}

/** Returns the text file of what an import has left out, a line for each. */
export function leftOutText(leftOut: readonly LeftOut[]): string {
  const lines = leftOut.map((one) => {
    const file = one.file.replace(/\s+/g, " ");
    return `${nameOfPost(one)} · ${file ? `${file}: ` : ""}${one.reason}`;
  });
  return `Left out of the import to Afterglow\n\n${lines.join("\n")}\n`;
}
