import { readFileSync } from "node:fs";
import { cloudflare } from "@cloudflare/vite-plugin";
import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig, type Plugin } from "vite";
import { leanRouter } from "./app/ui/router/lean-router";
import { buildName } from "./scripts/build-name";
import { writeCommonPasswords } from "./scripts/common-passwords";
import { localVars, stateFolder } from "./scripts/local-state";
import { recordChildren } from "./scripts/state-lock";
import { textCatalogs, textMacros } from "./scripts/texts/plugin";

/** Builds are for local runs by default: see docs/decisions/0040-embedded-ai-engine.md. */
const isProduction = process.env.AFTERGLOW_TARGET === "production";

writeCommonPasswords();

/**
 * Files that pages share in place of fifty small ones, each with the modules that begin it and their imports, unless an
 * earlier file has them. A module that two files need begins an earlier one, or a page would load one file for a part
 * of another. React's stays in the browser's cache when a release changes the app.
 */
const sharedFiles = {
  react: /node_modules\/(react|react-dom|react-router|scheduler)\/|rolldown[/:]runtime/,
  // The server's: a file of the root would have it too.
  accent: /app\/contract\/accent\.ts$/,
  root: [
    /app\/(root|contract\/(back-off|text-length|texts|visible-text)|features\/(api\/client|session\/(member-storage|viewer)))\.tsx?$/,
    /app\/ui\/(button|control-classes|logo|text-link|use-hydrated)\.tsx?$/,
    /icons\/(eye|eye-off)\.mjs$/,
  ],
  field: /app\/ui\/(checkbox|field|field-props|password-field|radio-group)\.tsx?$/,
  form: /app\/(client-form-action|ui\/(form-error|use-checked-form))\.tsx?$|@conform-to\/react\//,
  account: /app\/features\/auth\/use-account-form\.ts$/,
  visitor: /app\/features\/(auth\/(cookie-check|use-with-next)|pages\/auth-card)\.tsx?$/,
  member: [
    /app\/(routes\/member-layout|features\/(api\/session-end|session\/drafts|text\/linked-text))\.tsx?$/,
    /app\/ui\/(on-near-viewport|time-ago)\.tsx?$/,
    /icons\/ellipsis\.mjs$/,
  ],
  // Shared by posts and other pages, but not by the chat.
  icons: [
    /app\/(features\/text\/mentions|ui\/(latin-key|sparkle))\.tsx?$/,
    /icons\/(bookmark|heart|plus|send)\.mjs$/,
  ],
  lists: [
    /app\/(contract\/fold|ui\/search-input)\.tsx?$/,
    /icons\/(arrow-left|chevron-left|chevron-right)\.mjs$/,
  ],
  // Shared by member pages, but not by the feed and the chat.
  pages: [
    /app\/(features\/safety\/report-dialog|ui\/(back-link|confirm-dialog|page))\.tsx$/,
    /icons\/(camera|folder-plus)\.mjs$/,
  ],
  // For menus and dialogs, at the first press.
  over: [
    /app\/ui\/(back-gesture|router\/close-on-back|style-nonce|taken-focus)\.tsx?$/,
    /icons\/(compass|download|palette|settings|share-2|shield-check|user-plus)\.mjs$/,
  ],
  files:
    /app\/(contract\/serial-queue|ui\/(ask-before-closing|drop-hint|transferred-files|use-submit-once-ready|use-taken-files)|features\/(api\/data-url|photo\/send-readable))\.tsx?$/,
  photos: /app\/features\/photo\/(canvas-trust|decode-photo|load-photo|photo-problems)\.ts$/,
  crop: /app\/ui\/crop\.ts$/,
  posts:
    /app\/(ui\/direction|features\/(api\/use-pager|feed\/feed-store|post\/(covered-photo|page-lists)))\.tsx?$/,
  post: /app\/features\/(post\/post-card|stories\/use-stories|welcome\/steps-over)\.tsx?$/,
  strip: /app\/features\/post\/photo-strip\.tsx$/,
  grid: /app\/features\/(collections\/selectable-posts|connections\/connect-button|grid\/endless-grid)\.tsx$/,
  compose:
    /app\/(contract\/post-fields|features\/(composer\/(choices|draft|image-handoff)|darkroom\/(edits|stored-edits))|ui\/(frame-picker|progress|visibility-options))\.tsx?$/,
  chat: /app\/features\/chat\/(chat-page|live-outbox|send-changes|chat-sync|chat-start)\.tsx?$/,
};

/** Adds the runtime of the dev server to the lock of `npm run dev`. */
const recordRuntime: Plugin = {
  name: "record-runtime",
  apply: "serve",
  config: () => void recordChildren(stateFolder(), process.ppid),
};

/** Serves the licence of the HEIC decoder. Vite's list of licences leaves out the packages of web workers. */
const decoderLicence: Plugin = {
  name: "decoder-licence",
  applyToEnvironment: ({ name }) => name === "client",
  generateBundle() {
    const source = readFileSync("node_modules/libheif-js/libheif-wasm/LICENSE", "utf8");
    this.emitFile({ type: "asset", fileName: "libheif-license.txt", source });
  },
};

export default defineConfig(({ command }) => ({
  define: { "import.meta.env.AFTERGLOW_BUILD_NAME": JSON.stringify(buildName()) },
  plugins: [
    recordRuntime,
    decoderLicence,
    leanRouter(),
    tailwindcss(),
    textCatalogs({ hasPseudo: !isProduction }),
    textMacros(),
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
  ],
  resolve: {
    tsconfigPaths: true,
    // Lingui takes this function from a package for older versions of React.
    alias: { "use-sync-external-store/shim": "react" },
  },
  build: {
    // Tests measure compressed sizes; computing them in every build takes time.
    reportCompressedSize: false,
    // Lists the bundled packages with their licence texts, beside each bundle.
    license: { fileName: "third-party-licenses.json" },
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: Object.entries(sharedFiles)
                .toReversed()
                .map(([name, begins], at) => ({
                  name,
                  test: (id) => [begins].flat().some((begin) => begin.test(id)),
                  priority: at,
                })),
            },
          },
        },
      },
    },
    // Minified, because the Worker's size is limited and it is parsed at every cold start. The names of functions and
    // classes stay readable in the logs; those of variables are mangled, also top-level ones: 21 KB less (gzip).
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
