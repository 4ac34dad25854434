import { cloudflare } from "@cloudflare/vite-plugin";
import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { minify } from "terser";
import { defineConfig, type Plugin } from "vite";
import { writeCommonPasswords } from "./scripts/common-passwords";
import { localVars, stateFolder } from "./scripts/local-state";
import { recordChildren } from "./scripts/state-lock";

/** Builds are for local runs by default: see docs/decisions/0040-embedded-ai-engine.md. */
const isProduction = process.env.AFTERGLOW_TARGET === "production";

writeCommonPasswords();

/**
 * Minifies the browser's files a second time. Terser finds what the bundler's own minifier leaves: 1.4 KB (gzip) of every page. Terser alone,
 * without the bundler's minifier before it, finds less.
 */
const minifyAgain: Plugin = {
  name: "minify-again",
  apply: "build",
  applyToEnvironment: ({ name }) => name === "client",
  async generateBundle(_options, bundle) {
    for (const file of Object.values(bundle)) {
      if (file.type !== "chunk") continue;
      const compress = { passes: 3, unsafe_arrows: true, pure_getters: true };
      file.code = (await minify(file.code, { module: true, ecma: 2020, compress })).code ?? file.code;
    }
  },
};

/**
 * Takes React Router's production build. Its exports name the development build alone, whose warnings are 0.6 KB (gzip) of every page. The dev
 * server keeps the warnings.
 */
const routerForProduction: Plugin = {
  name: "router-for-production",
  apply: "build",
  enforce: "pre",
  applyToEnvironment: ({ name }) => name === "client",
  async resolveId(source, importer, options) {
    if (!/^react-router(\/dom)?$/.test(source)) return;
    const resolved = await this.resolve(source, importer, { ...options, skipSelf: true });
    return resolved && { ...resolved, id: resolved.id.replace("/dist/development/", "/dist/production/") };
  },
};

/** Adds the runtime of the dev server to the lock of `npm run dev`. */
const recordRuntime: Plugin = {
  name: "record-runtime",
  apply: "serve",
  config: () => void recordChildren(stateFolder(), process.ppid),
};

export default defineConfig(({ command }) => ({
  plugins: [
    recordRuntime,
    tailwindcss(),
    cloudflare({
      // A deployment names its own (scripts/deploy/steps.ts).
      configPath: process.env.AFTERGLOW_CONFIG ?? "wrangler.toml",
      viteEnvironment: { name: "ssr" },
      remoteBindings: false,
      inspectorPort: false,
      persistState: { path: stateFolder() },
      auxiliaryWorkers: isProduction ? [] : [{ configPath: "engine/wrangler.toml" }],
      config: (config) => {
        if (isProduction) return;
        // Local runs have no Cloudflare account: the AI binding is the embedded engine instead of Workers AI.
        delete config.ai;
        return {
          services: [{ binding: "AI", service: "afterglow-engine", entrypoint: "Engine" }],
          // Local variables for the dev server only: startLocalServer adds them to a build when it starts.
          ...(command === "serve" ? { vars: { ...config.vars, ...localVars() } } : {}),
        };
      },
    }),
    reactRouter(),
    routerForProduction,
    minifyAgain,
  ],
  resolve: { tsconfigPaths: true },
  build: {
    // Tests measure compressed sizes; computing them in every build takes time.
    reportCompressedSize: false,
    // Lists the bundled packages with their licence texts, beside each bundle.
    license: { fileName: "third-party-licenses.json" },
  },
  environments: {
    // The code that every signed-in page needs is one file: as forty files it is 10 KB larger (gzip). React and its router
    // are a second file, which stays in the browser's cache when a release changes the app. More files in parallel would slow
    // down the first photo on a slow network.
    client: {
      build: {
        modulePreload: {
          // Of the files that a lazy part needs, its page has these: 60 bytes (gzip) less of /chat.
          resolveDependencies: (_file, dependencies) =>
            dependencies.filter((file) => !/\/(react|rolldown-runtime|shell)-/.test(file)),
        },
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                {
                  name: "react",
                  test: /node_modules\/(react|react-dom|react-router|scheduler)\//,
                  priority: 1,
                },
                {
                  name: "shell",
                  test: new RegExp(
                    [
                      "app/(root\\.tsx|routes/member-layout\\.tsx|features/api/(use-)?pager\\.ts|ui/on-near-viewport\\.ts)",
                      // Small modules that most pages share: as files of their own they cost the feed 0.8 KB.
                      "app/contract/(counted|texts|visible-text)\\.ts",
                      "lucide-react/.*/icons/(bookmark|ellipsis|eye-off|plus)\\.mjs",
                    ].join("|"),
                  ),
                },
              ],
            },
          },
        },
      },
    },
    // Minified, because the Worker's size is limited and it is parsed at every cold start. The names of functions and classes stay
    // readable in the logs; those of variables are mangled, also of top-level ones: 21 KB less (gzip).
    ssr: {
      build: {
        rolldownOptions: {
          output: {
            minify: { compress: true, mangle: { toplevel: true, keepNames: true }, codegen: true },
          },
        },
      },
    },
  },
  server: { port: Number(process.env.PORT ?? 8787), strictPort: true },
}));
