import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { projectRoot } from "./local-state";
import { passagesOf } from "./prose/passages";
import { type Finding, findingsIn, longComments } from "./prose/rules";

/**
 * Checks the wording of comments, test titles and documents, and the length of comments. Prints findings and their
 * number per folder; exits with 1 when there are any. Arguments are files or folders: `npm run prose -- app/ui`.
 */
const folders = [
  ".github",
  "app",
  "bench",
  "docs",
  "engine",
  "migrations",
  "public",
  "scripts",
  "tests",
  "workers",
];
const CODE = /\.(ts|tsx|mjs|js|css)$/;
const PROSE = /\.(ts|tsx|mjs|js|css|sql|toml|md)$/;
const wanted = process.argv.slice(2).map((name) => name.replace(/^\.\/|\/$/g, ""));

const files = [
  ...readdirSync(projectRoot),
  ...folders.flatMap((folder) =>
    readdirSync(path.join(projectRoot, folder), { recursive: true, encoding: "utf8" }).map(
      (name) => `${folder}/${name.split(path.sep).join("/")}`,
    ),
  ),
]
  .filter((file) => PROSE.test(file) && !file.endsWith(".d.ts"))
  .filter((file) => wanted.length === 0 || wanted.some((one) => file === one || file.startsWith(`${one}/`)));

const counts = new Map<string, number>();
for (const file of files.toSorted()) {
  const source = readFileSync(path.join(projectRoot, file), "utf8");
  const findings = passagesOf(file, source).flatMap(findingsIn);
  if (CODE.test(file)) findings.push(...longComments(source));
  for (const finding of findings.toSorted((a, b) => a.line - b.line)) console.log(inOneLine(file, finding));
  if (findings.length > 0) counts.set(folderOf(file), (counts.get(folderOf(file)) ?? 0) + findings.length);
}
const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
for (const [folder, count] of counts) console.log(`${String(count).padStart(6)}  ${folder}`);
console.log(`${String(total).padStart(6)}  in all`);
process.exitCode = total > 0 ? 1 : 0;

function inOneLine(file: string, { line, rule, text }: Finding): string {
  const words = text.replace(/\s+/g, " ");
  return `${file}:${line}: ${rule}: ${words.length > 90 ? `${words.slice(0, 90)}…` : words}`;
}

/** Two levels, and three below `app/features`: the size of one engineer's room. */
function folderOf(file: string): string {
  const folder = path.posix.dirname(file).split("/");
  return folder.slice(0, file.startsWith("app/features/") ? 3 : 2).join("/");
}
