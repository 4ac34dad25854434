import type { Config } from "@react-router/dev/config";

export default {
  ssr: true,
  // One round trip less on the first navigation: the route table is small.
  routeDiscovery: { mode: "initial" },
  future: {
    v8_middleware: true,
    v8_splitRouteModules: true,
    v8_viteEnvironmentApi: true,
  },
} satisfies Config;
