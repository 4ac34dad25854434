import type { Config } from "@react-router/dev/config";

export default {
  ssr: true,
  // The test of the production build has one of its own, so that the local build stays as it is.
  buildDirectory: process.env.AFTERGLOW_BUILD ?? "build",
  // One round trip less on the first navigation: the route table is small.
  routeDiscovery: { mode: "initial" },
  future: {
    v8_middleware: true,
    v8_splitRouteModules: true,
    v8_viteEnvironmentApi: true,
  },
} satisfies Config;
