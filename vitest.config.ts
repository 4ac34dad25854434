import "./scripts/quiet-tools";
import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-pool-workers";
import { kCurrentWorker } from "miniflare";
import { defineConfig } from "vitest/config";
import { startFakeWorkersAi } from "./tests/factories/fake-workers-ai";

const alias = { "~": new URL("./app", import.meta.url).pathname };

export default defineConfig({
  test: {
    // The log lines of a test that failed are worth reading, the others are not.
    silent: "passed-only",
    projects: [
      {
        resolve: { alias },
        test: {
          name: "unit",
          include: ["tests/unit/**/*.test.ts", "engine/**/*.test.ts"],
          exclude: ["**/*.workers.test.ts"],
        },
      },
      {
        resolve: { alias },
        test: {
          name: "build",
          include: ["tests/build/**/*.test.ts"],
          globalSetup: ["./tests/build/built.ts"],
          testTimeout: 240_000,
          hookTimeout: 240_000,
        },
      },
      {
        resolve: { alias },
        plugins: [
          cloudflareTest(async () => {
            const fakeAi = await startFakeWorkersAi();
            return {
              main: "./tests/workers/worker.ts",
              wrangler: { configPath: "./wrangler.toml" },
              remoteBindings: false,
              miniflare: {
                cf: false,
                // As on a laptop: the embedded engine. Here it is a second entrypoint of the one worker of the pool.
                serviceBindings: { AI: { name: kCurrentWorker, entrypoint: "Engine" } },
                // Workers AI's own binding class, its network a fake on this machine.
                ai: { binding: "REAL_AI", remoteProxyConnectionString: fakeAi },
                bindings: {
                  FAKE_AI: fakeAi.href,
                  AFTERGLOW_ENV: "local",
                  AFTERGLOW_RATE_LIMITS: "off",
                  MEDIA_PASS_KEY: "a key for tests, of thirty-two characters",
                  TEST_MIGRATIONS: await readD1Migrations("migrations"),
                },
              },
            };
          }),
        ],
        test: {
          name: "workers",
          // Passwords are hashed for real, on machines that may be busy with something else.
          testTimeout: 30_000,
          retry: process.env.CI ? 1 : 0,
          include: ["tests/workers/**/*.test.ts", "engine/**/*.workers.test.ts"],
          globalSetup: ["./tests/workers/photo-fixtures.ts"],
          setupFiles: ["./tests/workers/setup.ts"],
        },
      },
    ],
  },
});
