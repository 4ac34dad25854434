import { languages } from "~/contract/languages";
import { catalogSize, type Scripts } from "./scripts";
import { withPart } from "./table";

/** Returns the document with a table of the scripts of pages, and of their texts in each language. */
export function withTextTable(document: string, pages: ReadonlyMap<string, Scripts>): string {
  const codes = languages.map(({ code }) => code);
  const rows = [...pages].map(([page, { kilobytes, files, catalogs }]) => {
    const texts = codes.map((code) => catalogSize(catalogs, code));
    return [`\`${page}\``, files, ...[kilobytes, ...texts].map((size) => size.toFixed(1))];
  });
  const head = ["page", "files", "scripts", ...codes];
  const lines = [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`);
  return withPart(document, "texts", lines);
}
