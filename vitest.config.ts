import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-pool-workers";
import { defineConfig } from "vitest/config";

const alias = { "~": new URL("./app", import.meta.url).pathname };

export default defineConfig({
  test: {
    // The log lines of a test that failed are worth reading, the others are not.
    silent: "passed-only",
    projects: [
      { resolve: { alias }, test: { name: "unit", include: ["tests/unit/**/*.test.ts"] } },
      {
        resolve: { alias },
        plugins: [
          cloudflareTest(async () => ({
            main: "./tests/workers/worker.ts",
            // Nothing may ask for a log-in; tests/workers/fake-ai.ts stands in for the one binding that would.
            remoteBindings: false,
            wrangler: { configPath: "./wrangler.toml" },
            miniflare: {
              cf: false,
              bindings: {
                AFTERGLOW_ENV: "local",
                AFTERGLOW_RATE_LIMITS: "off",
                MEDIA_PASS_KEY: "a key for tests, of thirty-two characters",
                TEST_MIGRATIONS: await readD1Migrations("migrations"),
              },
            },
          })),
        ],
        test: {
          name: "workers",
          include: ["tests/workers/**/*.test.ts"],
          globalSetup: ["./tests/workers/photo-fixtures.ts"],
          setupFiles: ["./tests/workers/setup.ts"],
        },
      },
    ],
  },
});
