import { numbers } from "./hub-day";

/** Statements a second of the busiest hour: those that ask every database for a page of the feed, and all others. */
export interface FeedLoad {
  feeds: number;
  others: number;
  connections: number;
}

/** Milliseconds of one statement, and of each row that it reads (docs/performance.md#the-feed). */
const STATEMENT_MS = 0.8;
const ROW_MS = 0.0015;
/** Milliseconds of a trip to a database: its least, and the mean of what comes on top, which is exponential. */
const TRIP_MS = { least: 5, more: 2 };
/** Rows of a page beside its connections': each database returns a post more than the page has; cards are read once. */
const PAGE_ROWS = 190;
const PAGE_POSTS = 21;
const FEEDS = 20_000;

/** Returns the milliseconds of a page of the feed at these percentiles. */
export type FeedTimes = Record<"p50" | "p95" | "p99", number>;

/**
 * Simulates pages of the feed whose posts are divided by author among databases (docs/scale.md#posts-by-author). A page
 * asks every database at once and waits for the last one; each runs one statement at a time. Deterministic.
 * @returns null when a database has more to do than time
 */
export function feedTimes({ feeds, others, connections }: FeedLoad, databases: number): FeedTimes | null {
  const random = numbers(1);
  const exponential = (mean: number) => -mean * Math.log(1 - random());
  const feedMs =
    STATEMENT_MS + (ROW_MS * (2 * connections + PAGE_ROWS + (databases - 1) * PAGE_POSTS)) / databases;
  const [feedGap, otherGap] = [1000 / feeds, (1000 * databases) / others];
  if (feedMs / feedGap + STATEMENT_MS / otherGap >= 1) return null;
  // The time at which each database is free, and at which its next other statement arrives.
  const queues = Array.from({ length: databases }, () => ({ freeAt: 0, nextAt: exponential(otherGap) }));
  const times: number[] = [];
  for (let [at, count] = [0, 0]; count < FEEDS; count++) {
    at += exponential(feedGap);
    let last = 0;
    for (const queue of queues) {
      for (; queue.nextAt <= at; queue.nextAt += exponential(otherGap))
        queue.freeAt = Math.max(queue.freeAt, queue.nextAt) + STATEMENT_MS;
      queue.freeAt = Math.max(queue.freeAt, at) + feedMs;
      last = Math.max(last, queue.freeAt - at + TRIP_MS.least + exponential(TRIP_MS.more));
    }
    times.push(last);
  }
  times.sort((a, b) => a - b);
  const percentile = (share: number) => times[Math.floor(share * (times.length - 1))] ?? 0;
  return { p50: percentile(0.5), p95: percentile(0.95), p99: percentile(0.99) };
}
