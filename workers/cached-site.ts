import { defaultSite, type Site } from "~/contract/site";
import { openDb } from "~/db/client";
import { readSite } from "~/domain/site/read-site";
import { elapsedMs } from "~/platform/elapsed";
import { logError } from "~/platform/log";

/** An isolate knows a change of another one after this time, in milliseconds. */
const TTL_MS = 30_000;
/** After a failed read, and while a read is under way, other requests get the last settings for this time. */
const AGAIN_MS = 2000;
/** The longest wait of a request, in milliseconds. */
const WAIT_MS = 1000;

/** Tests of other subjects turn the reads off: their environments are new for each request. */
export const siteReads = { areOff: false };

interface CacheEntry {
  site: Site;
  /** Until then it is served, in `elapsedMs`. */
  until: number;
}

/** The settings by the environment of the isolate. */
const cached = new WeakMap<Env, CacheEntry>();

/** Returns the settings that the isolate has cached, whatever their age, or the defaults. */
export const cachedSite = (env: Env): Site => cached.get(env)?.site ?? defaultSite;

/** Evicts the settings of this isolate, which has changed them. */
export const invalidateSite = (env: Env): void => void cached.delete(env);

/**
 * Returns the settings of the site, which an isolate caches for 30 seconds. If they cannot be read within a second,
 * returns the last ones, or else the defaults: they never take the site down. The statement is in no request's cost.
 */
export async function freshSite(env: Env): Promise<Site> {
  const known = cached.get(env);
  if (siteReads.areOff) return known?.site ?? defaultSite;
  if (known && elapsedMs() < known.until) return known.site;
  if (known) known.until = elapsedMs() + AGAIN_MS;
  const before = known?.site ?? defaultSite;
  const store = (site: Site, forMs: number) => {
    // A change meanwhile has evicted them.
    if (cached.get(env) === known) cached.set(env, { site, until: elapsedMs() + forMs });
    return site;
  };
  try {
    // At the primary: a replica may lack the change for which this isolate has evicted them.
    const { db } = openDb(env.DB.withSession("first-primary"));
    return store(await inTime(readSite(db)), TTL_MS);
  } catch (error) {
    logError(error, { event: "site not read" });
    return store(before, AGAIN_MS);
  }
}

function inTime<T>(read: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("The settings of the site took too long.")), WAIT_MS);
  });
  return Promise.race([read, tooLate]).finally(() => clearTimeout(timer));
}
