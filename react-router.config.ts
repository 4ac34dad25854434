import path from "node:path";
import type { Config } from "@react-router/dev/config";
import { leanManifest } from "./app/ui/router/lean-manifest";

export default {
  ssr: true,
  // The test of the production build has one of its own, so that the local build stays as it is.
  buildDirectory: process.env.AFTERGLOW_BUILD ?? "build",
  // One round trip less on the first navigation: the route table is small.
  routeDiscovery: { mode: "initial" },
  buildEnd: ({ reactRouterConfig: { buildDirectory } }) => leanManifest(path.join(buildDirectory, "client")),
  // A form on a page that sends no referrer has the origin "null" (Fetch, "append a request Origin header").
  // workers/middleware/origin.ts has checked by then that the request comes from this site.
  allowedActionOrigins: ["null"],
} satisfies Config;
