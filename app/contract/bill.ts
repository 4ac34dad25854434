/** The amounts that Cloudflare bills in a month (docs/deploy.md#cost). */
export interface Usage {
  /** Invocations of the Worker: requests, openings of a socket, and the hourly run. */
  requests: number;
  cpuMs: number;
  logEvents: number;
  rowsRead: number;
  rowsWritten: number;
  databaseGb: number;
  hubRequests: number;
  hubGbSeconds: number;
  hubRowsWritten: number;
  hubGb: number;
  /** Operations of R2 of class B. */
  photoReads: number;
  /** Operations of R2 of class A. */
  photoWrites: number;
  photoGb: number;
  transformations: number;
  neurons: number;
}

interface Meter {
  /** The line of the bill. */
  line: string;
  /** Amount that the paid plan includes each month. */
  included: number;
  /** Dollars for `unit` beyond it. */
  dollars: number;
  unit: number;
}

export const PLAN_DOLLARS = 5;

/** The most gigabytes of one database. */
export const DATABASE_GB_MAX = 10;

/**
 * A photo is stored in three widths. Each output of the Images binding is billed: of a photo wider than 1,080 px three
 * for the widths, two for the placeholder and the colour (app/platform/media/photo.ts). An AI image is no wider, so two
 * of its widths are one output.
 */
export const PHOTO = { megabytes: 0.55, objects: 3, outputs: 5, aiOutputs: 4 };
/** Neurons of an image of the model that draws (docs/deploy.md#cost). */
export const AI_NEURONS = 182;
/** Gigabytes of a member's hub. */
export const HUB_GB = 16e-6;
/** The hourly run, and its lists of R2 (operations of class A). */
export const HOURLY = { runsADay: 24, lists: 2 };

/** The prices of the paid plan. */
export const meters: Record<keyof Usage, Meter> = {
  requests: { line: "requests", included: 10e6, dollars: 0.3, unit: 1e6 },
  cpuMs: { line: "CPU", included: 30e6, dollars: 0.02, unit: 1e6 },
  logEvents: { line: "log events", included: 20e6, dollars: 0.6, unit: 1e6 },
  rowsRead: { line: "rows read", included: 25e9, dollars: 0.001, unit: 1e6 },
  rowsWritten: { line: "rows written", included: 50e6, dollars: 1, unit: 1e6 },
  databaseGb: { line: "databases, GB", included: 5, dollars: 0.75, unit: 1 },
  hubRequests: { line: "hubs: requests", included: 1e6, dollars: 0.15, unit: 1e6 },
  hubGbSeconds: { line: "hubs: duration", included: 400e3, dollars: 12.5, unit: 1e6 },
  hubRowsWritten: { line: "hubs: rows written", included: 50e6, dollars: 1, unit: 1e6 },
  hubGb: { line: "hubs, GB", included: 5, dollars: 0.2, unit: 1 },
  photoReads: { line: "photos read (class B)", included: 10e6, dollars: 0.36, unit: 1e6 },
  photoWrites: { line: "photos written (class A)", included: 1e6, dollars: 4.5, unit: 1e6 },
  photoGb: { line: "photos, GB", included: 10, dollars: 0.015, unit: 1 },
  transformations: { line: "photos made (transformations)", included: 5000, dollars: 0.5, unit: 1000 },
  neurons: { line: "AI", included: 300_000, dollars: 0.011, unit: 1000 },
};

// The keys of a const object are those of its type.
const names = Object.keys(meters) as (keyof Usage)[];

/** Returns the dollars of a month's amount beyond what the plan includes. */
export function dollarsOf(name: keyof Usage, amount: number): number {
  const { included, dollars, unit } = meters[name];
  return (Math.max(0, amount - included) / unit) * dollars;
}

/** Returns the lines of a month's bill in dollars, the plan's price first. */
export function billOf(usage: Usage): Record<string, number> {
  const lines = names.map((name) => [meters[name].line, dollarsOf(name, usage[name])] as const);
  return { plan: PLAN_DOLLARS, ...Object.fromEntries(lines) };
}
