import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { projectRoot } from "../local-state";

const DOCUMENT = path.join(projectRoot, "docs/deploy.md");
const START = "<!-- drill: written by `npm run drill -- --write` -->";
const END = "<!-- drill end -->";

export interface DrillStep {
  name: string;
  seconds: number;
  result: string;
}

/** Returns the table of a drill. @param day in ISO 8601 */
export function tableOf(steps: readonly DrillStep[], day: string): string {
  const rows = steps.map(({ name, seconds, result }) => `| ${name} | ${seconds.toFixed(1)} | ${result} |`);
  return [`The drill of ${day}:`, "", "| step | seconds | result |", "| --- | --- | --- |", ...rows].join(
    "\n",
  );
}

/** Returns the document with another table. @throws when it has no place for it */
export function withTable(document: string, table: string): string {
  const [start, end] = [document.indexOf(START), document.indexOf(END)];
  if (start < 0 || end < start) throw new Error("docs/deploy.md has no place for the drill.");
  return `${document.slice(0, start)}${START}\n${table}\n${document.slice(end)}`;
}

export function writeReport(steps: readonly DrillStep[]): void {
  const table = tableOf(steps, new Date().toISOString().slice(0, 10));
  writeFileSync(DOCUMENT, withTable(readFileSync(DOCUMENT, "utf8"), table));
}
