import { readFileSync } from "node:fs";
import path from "node:path";
import { projectRoot } from "../scripts/local-state";

/** Returns the packages in the first column of a document's tables, in the order of the rows. */
export function packagesInTables(document: string): string[] {
  const text = readFileSync(path.join(projectRoot, document), "utf8");
  return [...text.matchAll(/^\| (`[^|]+`) \|/gm)].flatMap(([, names = ""]) =>
    [...names.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name),
  );
}
