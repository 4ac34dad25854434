import { readFileSync } from "node:fs";
import path from "node:path";
import { projectRoot } from "../../scripts/local-state";

/** The table of docs/media.md: what becomes of each file of `mediaFiles` in each place. */

export const MEDIA_DOCUMENT = path.join(projectRoot, "docs/media.md");

/** The places, in the order of the table's columns. */
export const places = ["server", "composer", "profile picture", "AI studio", "chat", "import"] as const;
export type Place = (typeof places)[number];

/** The outcome of each file of a place, by its name. */
export type Outcomes = Record<string, string>;

const START = "<!-- files: written by `npm run media` -->";
const END = "<!-- files end -->";

/** The refusals of the server and of the browser, and their names in the table. */
const refusals: [text: RegExp, name: string][] = [
  [/could not be loaded/, "not loaded"],
  [/HEIC photo could not be read/, "HEIC not read"],
  [/could not be read/, "not read"],
  [/upload a JPEG, PNG, WebP, GIF or HEIC/, "type"],
  [/select an image, a PDF/, "type"],
  [/choose an image file/, "no image"],
  [/has [\d,]+ megapixels/, "megapixels"],
  [/A side of this photo/, "side"],
  [/smaller than \d+MB/, "bytes"],
  [/Videos cannot be imported/, "video"],
];

/** Returns a refusal as the table names it. @throws for a text that the table does not explain */
export function refusal(text: string): string {
  const name = refusals.find(([known]) => known.test(text))?.[1];
  if (!name) throw new Error(`The table does not explain "${text}".`);
  return `no: ${name}`;
}

/** Returns the table of outcomes by place: files with the same outcomes everywhere share a row. */
export function tableOf(outcomes: Record<Place, Outcomes>): string {
  const heads = ["files", ...places];
  const rows = new Map<string, string[]>();
  for (const name of Object.keys(outcomes.server)) {
    const cells = places.map((place) => outcomes[place][name] ?? "–").join(" | ");
    rows.set(cells, [...(rows.get(cells) ?? []), `\`${name}\``]);
  }
  const lines = [...rows].map(([cells, names]) => `${names.join(", ")} | ${cells}`);
  return [heads.join(" | "), heads.map(() => "---").join(" | "), ...lines]
    .map((line) => `| ${line} |`)
    .join("\n");
}

/** Returns the document with another table. @throws when it has no place for one */
export function withTable(document: string, table: string): string {
  const [start, end] = [document.indexOf(START), document.indexOf(END)];
  if (start < 0 || end < start) throw new Error(`${MEDIA_DOCUMENT} has no place for the table.`);
  return `${document.slice(0, start)}${START}\n${table}\n${document.slice(end)}`;
}

/** Returns a column of the document's table. */
export function documented(place: Place): Outcomes {
  const rows = readFileSync(MEDIA_DOCUMENT, "utf8").matchAll(/^\| (`.+`) \|(.*)\|$/gm);
  const column = places.indexOf(place);
  return Object.fromEntries(
    [...rows].flatMap(([, names = "", cells = ""]) =>
      [...names.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => [
        name,
        cells.split("|")[column]?.trim() ?? "",
      ]),
    ),
  );
}
