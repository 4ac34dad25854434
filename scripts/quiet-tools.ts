/**
 * Imported for its side effect on this process and its children: the tools of Cloudflare and React Router ask no
 * questions, send no metrics, make no network requests, and print no warnings about costs that need an account.
 */
Object.assign(process.env, {
  NO_COLOR: "1",
  CLOUDFLARE_CF_FETCH_ENABLED: "false",
  WRANGLER_SEND_METRICS: "false",
  WRANGLER_HIDE_BANNER: "true",
  VITE_CONFIG_NATIVE_IGNORE_WARNING: "true",
});
process.env.WRANGLER_LOG ??= "error";
