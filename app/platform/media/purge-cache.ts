/** The zone of the site on Cloudflare, and an API token that may purge its cache. */
export interface ZoneKeys {
  zone: string;
  token: string;
}

/** Removes addresses of the site from the caches of all data centres. @throws when the API does not confirm it */
export type PurgeCache = (urls: readonly string[]) => Promise<void>;

/** Addresses in one request; the API allows 30 on every plan. */
const URLS_MAX = 30;
const TIMEOUT_MS = 5000;

/** Returns the purge by Cloudflare's API (developers.cloudflare.com/api/resources/cache/methods/purge). */
export function zonePurge({ zone, token }: ZoneKeys, post: typeof fetch = fetch): PurgeCache {
  async function purge(files: readonly string[]): Promise<void> {
    const response = await post(`https://api.cloudflare.com/client/v4/zones/${zone}/purge_cache`, {
      method: "POST",
      headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
      body: JSON.stringify({ files }),
      redirect: "manual",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await response.body?.cancel();
    if (!response.ok) throw new Error(`The purge of the cache returned ${response.status}.`);
  }
  return async (urls) => {
    const count = Math.ceil(urls.length / URLS_MAX);
    const requests = Array.from({ length: count }, (_, n) => urls.slice(n * URLS_MAX, (n + 1) * URLS_MAX));
    await Promise.all(requests.map(purge));
  };
}
