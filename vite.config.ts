import { cloudflare } from "@cloudflare/vite-plugin";
import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";
import { localVars, stateFolder } from "./scripts/local-state";

export default defineConfig(({ command }) => ({
  plugins: [
    tailwindcss(),
    cloudflare({
      viteEnvironment: { name: "ssr" },
      remoteBindings: false,
      inspectorPort: false,
      persistState: { path: stateFolder() },
      // The build stays the production worker; only the hot-reloading twin takes local settings here.
      config: (config) => (command === "serve" ? { vars: { ...config.vars, ...localVars() } } : {}),
    }),
    reactRouter(),
  ],
  resolve: { tsconfigPaths: true },
  server: { port: Number(process.env.PORT ?? 8787), strictPort: true },
}));
