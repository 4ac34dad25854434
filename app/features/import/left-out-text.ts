import type { I18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { site } from "~/contract/site-name";
import { firstOf } from "~/contract/text-length";
import type { LeftOut } from "./exported-post";

const CAPTION_SHOWN = 80;

/** Returns how a list names a post: its day and the beginning of its caption, on one line. */
export function nameOfPost(i18n: I18n, { at, caption }: LeftOut): string {
  const day = Number.isNaN(new Date(at).getTime())
    ? i18n._(msg`No date`)
    : new Date(at).toISOString().slice(0, 10);
  const line = caption.replace(/\s+/g, " ").trim();
  const shown = firstOf(line, CAPTION_SHOWN);
  const name = shown ? shown + (shown === line ? "" : "…") : i18n._(msg`No caption`);
  return `${day} · ${name}`;
}

/** Returns the text file of what an import has left out, a line for each. */
export function leftOutText(i18n: I18n, leftOut: readonly LeftOut[]): string {
  const lines = leftOut.map((one) => {
    const file = one.file.replace(/\s+/g, " ");
    return `${nameOfPost(i18n, one)} · ${file ? `${file}: ` : ""}${i18n._(one.reason)}`;
  });
  const title = i18n._(msg({ message: `Left out of the import to ${site}`, comment: "Posts and photos" }));
  return `${title}\n\n${lines.join("\n")}\n`;
}
