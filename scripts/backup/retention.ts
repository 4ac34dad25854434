import { BACKUP_DAYS } from "~/contract/limits";
import { DAY_MS } from "~/contract/time";
import { timeOf } from "./manifest";

const [DAYS, WEEKS, MONTHS] = [7, 4, 12];

/** A backup goes a day early: the next run that could remove it comes a day later. */
const OLDEST_MS = (BACKUP_DAYS - 1) * DAY_MS;

/**
 * Returns the backups that stay: the newest of each of the last 7 days, 4 weeks and 12 months that have one, none older
 * than `BACKUP_DAYS`, so that what members delete leaves the backups in time.
 * @param names of backups
 */
export function retainedBackups(names: Iterable<string>, now: number): Set<string> {
  const recent = [...names]
    .filter((name) => now - timeOf(name) < OLDEST_MS)
    .sort()
    .reverse();
  const newestOf = (periods: number, periodOf: (name: string) => string | number) => {
    const newest = new Map<string | number, string>();
    for (const name of recent) if (!newest.has(periodOf(name))) newest.set(periodOf(name), name);
    return [...newest.values()].slice(0, periods);
  };
  return new Set([
    ...newestOf(DAYS, (name) => name.slice(0, 8)),
    ...newestOf(WEEKS, weekOf),
    ...newestOf(MONTHS, (name) => name.slice(0, 6)),
  ]);
}

/** Returns the number of the week, from Monday, since 1970-01-01, a Thursday. */
const weekOf = (name: string) => Math.floor((timeOf(name) / DAY_MS + 3) / 7);
