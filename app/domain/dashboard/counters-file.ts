import { counterNames } from "~/contract/counters";
import { csvOf } from "~/contract/csv";
import type { MemberCtx } from "../context";
import { readCounters } from "./read-dashboard";

/**
 * Returns the counters of the last 90 days as a CSV file: a line for each day in UTC, the oldest first.
 * @throws AppError `not_found` for all but admins
 */
export async function countersFile(ctx: MemberCtx): Promise<{ name: string; text: string }> {
  const { days, series } = await readCounters(ctx);
  const lines = days.map((day, index) => [day, ...counterNames.map((name) => series[name][index] ?? null)]);
  return { name: `counters-${days.at(-1)}.csv`, text: csvOf([["day", ...counterNames], ...lines]) };
}
