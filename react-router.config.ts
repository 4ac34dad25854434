import type { Config } from "@react-router/dev/config";

export default {
  ssr: true,
  // The test of the production build has one of its own, so that the local build stays as it is.
  buildDirectory: process.env.AFTERGLOW_BUILD ?? "build",
  // One round trip less on the first navigation: the route table is small.
  routeDiscovery: { mode: "initial" },
  // A form on a page that sends no referrer has the origin "null" (Fetch, "append a request Origin header"). workers/middleware/origin.ts has
  // checked by then that the request comes from this site.
  allowedActionOrigins: ["null"],
  future: {
    v8_middleware: true,
    v8_splitRouteModules: true,
    v8_viteEnvironmentApi: true,
    // Not adopted yet; said outright, because React Router warns about a flag that is not set.
    v8_passThroughRequests: false,
    v8_trailingSlashAwareDataRequests: false,
  },
} satisfies Config;
