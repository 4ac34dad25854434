/**
 * Imported for what it does: Cloudflare's and React Router's tools, in this process and those it starts, neither ask,
 * report nor phone home, and do not warn of costs that a laptop without an account cannot have.
 */
Object.assign(process.env, {
  NO_COLOR: "1",
  CLOUDFLARE_CF_FETCH_ENABLED: "false",
  WRANGLER_SEND_METRICS: "false",
  WRANGLER_HIDE_BANNER: "true",
  VITE_CONFIG_NATIVE_IGNORE_WARNING: "true",
});
process.env.WRANGLER_LOG ??= "error";
