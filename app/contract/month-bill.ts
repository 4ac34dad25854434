import { AI_NEURONS, dollarsOf, HOURLY, HUB_GB, PHOTO, PLAN_DOLLARS, type Usage } from "./bill";

/**
 * The use of one member on an active day, by the model with its assumptions (docs/scale.md): the rest of the bill is
 * counted. `tests/unit/contract/month-bill.test.ts` compares it with the model.
 */
export const activeDay = {
  requests: 379,
  cpuMs: 730,
  logEvents: 384,
  rowsRead: 13_700,
  rowsWritten: 231,
  hubRequests: 403,
  hubGbSeconds: 0.536,
  hubRowsWritten: 264,
  photoReads: 36,
} satisfies Partial<Usage>;

/** The counted part of a month's bill. */
export interface Counted {
  /** The active members of each day, added up. */
  activeDays: number;
  members: number;
  uploads: number;
  aiImages: number;
  storedBytes: number;
  databaseBytes: number;
}

/** The parts of a bill, each with its lines. */
const parts = {
  plan: [],
  requests: ["requests", "cpuMs"],
  logs: ["logEvents"],
  databases: ["rowsRead", "rowsWritten", "databaseGb"],
  hubs: ["hubRequests", "hubGbSeconds", "hubRowsWritten", "hubGb"],
  photos: ["transformations", "photoReads", "photoWrites", "photoGb"],
  ai: ["neurons"],
} satisfies Record<string, (keyof Usage)[]>;

export type BillPart = keyof typeof parts;

const GB = 1e9;
const MONTH_DAYS = 30;

/** Returns the dollars of 30 days for what was counted in them, by part of the bill, without taxes. */
export function monthBill(counted: Counted): Record<BillPart, number> {
  const usage = usageOf(counted);
  const dollars = (lines: (keyof Usage)[]) =>
    lines.reduce((sum, name) => sum + dollarsOf(name, usage[name]), 0);
  return {
    plan: PLAN_DOLLARS,
    requests: dollars(parts.requests),
    logs: dollars(parts.logs),
    databases: dollars(parts.databases),
    hubs: dollars(parts.hubs),
    photos: dollars(parts.photos),
    ai: dollars(parts.ai),
  };
}

function usageOf({ activeDays, members, uploads, aiImages, storedBytes, databaseBytes }: Counted): Usage {
  const runs = HOURLY.runsADay * MONTH_DAYS;
  return {
    requests: activeDay.requests * activeDays + runs,
    cpuMs: activeDay.cpuMs * activeDays,
    logEvents: activeDay.logEvents * activeDays + runs,
    rowsRead: activeDay.rowsRead * activeDays,
    rowsWritten: activeDay.rowsWritten * activeDays,
    databaseGb: databaseBytes / GB,
    hubRequests: activeDay.hubRequests * activeDays,
    hubGbSeconds: activeDay.hubGbSeconds * activeDays,
    hubRowsWritten: activeDay.hubRowsWritten * activeDays,
    hubGb: HUB_GB * members,
    photoReads: activeDay.photoReads * activeDays,
    photoWrites: (uploads + aiImages) * PHOTO.objects + HOURLY.lists * runs,
    photoGb: storedBytes / GB,
    transformations: uploads * PHOTO.outputs + aiImages * PHOTO.aiOutputs,
    neurons: aiImages * AI_NEURONS,
  };
}
