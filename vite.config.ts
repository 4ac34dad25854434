import { cloudflare } from "@cloudflare/vite-plugin";
import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";
import { localVars, stateFolder } from "./scripts/local-state";

/** What is built is for a laptop, unless it is said to be for Cloudflare: see docs/decisions/0040. */
const isProduction = process.env.AFTERGLOW_TARGET === "production";

export default defineConfig(({ command }) => ({
  plugins: [
    tailwindcss(),
    cloudflare({
      viteEnvironment: { name: "ssr" },
      remoteBindings: false,
      inspectorPort: false,
      persistState: { path: stateFolder() },
      auxiliaryWorkers: isProduction ? [] : [{ configPath: "engine/wrangler.toml" }],
      config: (config) => {
        if (isProduction) return;
        // A laptop has no account: what asks Workers AI in production asks the embedded engine here.
        delete config.ai;
        return {
          services: [{ binding: "AI", service: "afterglow-engine", entrypoint: "Engine" }],
          // The build keeps the production worker's settings; only the hot-reloading twin takes local ones here.
          ...(command === "serve" ? { vars: { ...config.vars, ...localVars() } } : {}),
        };
      },
    }),
    reactRouter(),
  ],
  resolve: { tsconfigPaths: true },
  // Compressed sizes are measured where they are budgets; here they would only cost time.
  build: { reportCompressedSize: false },
  // The Worker's code counts too: it is uploaded, parsed at every cold start, and limited. Names stay for the logs.
  environments: {
    // What every page of a member's has, in one file: forty small ones weigh 10 KB more, gzip, and are forty requests. React and its
    // router are another file, which stays in the browser's cache when a release changes the app, and one only: each long download
    // takes its share of a slow line from the first photo.
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                {
                  name: "react",
                  test: /node_modules\/(react|react-dom|react-router|scheduler)\//,
                  priority: 1,
                },
                { name: "shell", test: /app\/(root|routes\/member-layout)\.tsx/ },
              ],
            },
          },
        },
      },
    },
    ssr: {
      build: { rolldownOptions: { output: { minify: { compress: true, mangle: false, codegen: true } } } },
    },
  },
  server: { port: Number(process.env.PORT ?? 8787), strictPort: true },
}));
