import { readdirSync, readFileSync } from "node:fs";

/** Returns the memory (PSS) of a process and its descendants in megabytes; 0 where Linux does not report it. */
export function memoryOf(pid: number): number {
  const parents = new Map<number, number>();
  for (const name of readdirSync("/proc").filter((one) => /^\d+$/.test(one))) {
    const stat = read(`/proc/${name}/stat`);
    // The command in parentheses may contain spaces.
    const [, parent] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    parents.set(Number(name), Number(parent));
  }
  const isOwn = (one: number): boolean => one === pid || (one > 1 && isOwn(parents.get(one) ?? 0));
  const kilobytes = [...parents.keys()]
    .filter(isOwn)
    .map((one) => Number(/^Pss:\s+(\d+)/m.exec(read(`/proc/${one}/smaps_rollup`))?.[1] ?? 0));
  return kilobytes.reduce((sum, one) => sum + one, 0) / 1024;
}

/** Returns a file's text; empty when the process has ended. */
function read(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
