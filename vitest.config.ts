import "./scripts/quiet-tools";
import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-pool-workers";
import { kCurrentWorker } from "miniflare";
import { defineConfig } from "vitest/config";
import { commonPasswordLines } from "./scripts/common-passwords";
import { mutantPlugin } from "./scripts/mutants/plugin";
import { textMacros } from "./scripts/texts/plugin";
import { newVapidKey } from "./scripts/vapid-key";
import { startFakeWorkersAi } from "./tests/factories/fake-workers-ai";
import { PUSH_HOST } from "./tests/factories/push-service";

const alias = { "~": new URL("./app", import.meta.url).pathname };

/** @param chats the chat databases beside the main one, by binding */
const workers = (chats: Record<string, string>) =>
  // Called for every Vitest worker: its files share a Worker and a fake of Workers AI.
  cloudflareTest(async () => {
    const fakeAi = await startFakeWorkersAi();
    return {
      main: "./tests/workers/worker.ts",
      wrangler: { configPath: "./wrangler.toml" },
      remoteBindings: false,
      miniflare: {
        cf: false,
        // The embedded engine, as in a local run. The pool has one Worker, so it is an entrypoint of that Worker.
        serviceBindings: {
          AI: { name: kCurrentWorker, entrypoint: "Engine" },
          // The static files, of which the Worker reads one.
          ASSETS: ({ url }: { url: string }) =>
            url.endsWith(".webmanifest") ? Response.json({}) : new Response(commonPasswordLines()),
        },
        // Cloudflare's own binding class for Workers AI. Its requests go to a fake server on this machine.
        ai: { binding: "REAL_AI", remoteProxyConnectionString: fakeAi },
        // Cloudflare's own binding class for emails, which miniflare writes to a folder.
        email: { send_email: [{ name: "REAL_EMAIL", allowed_sender_addresses: ["hello@afterglow.test"] }] },
        d1Databases: { EMPTY_DB: "empty", ...chats },
        bindings: {
          FAKE_AI: fakeAi.href,
          AFTERGLOW_ENV: "local",
          AFTERGLOW_HOSTS: "afterglow.test",
          AFTERGLOW_RATE_LIMITS: "off",
          MEDIA_PASS_KEY: "a key for tests, of thirty-two characters",
          VAPID_KEY: newVapidKey(),
          AFTERGLOW_PUSH_HOSTS: PUSH_HOST,
          MAIL_WEBHOOK_SECRET: "the secret of the mail service, for tests",
          TEST_MIGRATIONS: await readD1Migrations("migrations"),
          TEST_CHAT_MIGRATIONS: await readD1Migrations("chat-migrations"),
        },
      },
    };
  });

/** For a machine that is busy, or stands still for a minute. A test that passes waits for its conditions only. */
const patience = { testTimeout: 300_000, hookTimeout: 300_000, expect: { poll: { timeout: 60_000 } } };

const workersTests = {
  ...patience,
  // To load all modules for every file would take 3.5 s each. The setup empties the storage after a file.
  isolate: false,
  // Bundled: the pages import them, and to load their thousands of modules would take seconds in each Worker.
  deps: { optimizer: { ssr: { enabled: true, include: ["lucide-react", "radix-ui"] } } },
  globalSetup: ["./tests/workers/photo-fixtures.ts"],
  setupFiles: ["./tests/workers/setup.ts"],
};

/** Tests of several chat databases only. */
const SEVERAL_CHATS = [
  "tests/workers/chat-databases.test.ts",
  "tests/workers/chat-sides.test.ts",
  "tests/workers/erasure.test.ts",
];

const chats = () => [textMacros(), workers({ CHAT_DB_1: "chat-1", CHAT_DB_2: "chat-2" })];

export default defineConfig({
  test: {
    // On two cores Vitest would start one worker, and workers tests wait for timers and for the start of their Workers.
    maxWorkers: 3,
    // Prints the logs of failed tests only.
    silent: "passed-only",
    projects: [
      {
        resolve: { alias },
        plugins: [textMacros(), mutantPlugin()],
        test: {
          name: "unit",
          include: [
            "tests/unit/**/*.test.ts",
            "tests/production/cloudflare/*.test.ts",
            "engine/**/*.test.ts",
          ],
          exclude: ["**/*.workers.test.ts"],
          // A process for every file would take a third of the time. The setup gives each file its own modules.
          isolate: false,
          setupFiles: ["./tests/unit/setup.ts"],
          ...patience,
        },
      },
      {
        resolve: { alias },
        test: {
          name: "build",
          include: ["tests/build/**/*.test.ts"],
          globalSetup: ["./tests/build/built.ts"],
          ...patience,
        },
      },
      {
        // Deployments to a double of Cloudflare's API. `npm test -- --all` runs them.
        resolve: { alias },
        test: { name: "production", include: ["tests/production/*.test.ts"], ...patience },
      },
      {
        resolve: { alias },
        plugins: [textMacros(), mutantPlugin(), workers({})],
        test: {
          ...workersTests,
          name: "workers",
          include: ["tests/{workers,attacks}/**/*.test.ts", "engine/**/*.workers.test.ts"],
          exclude: SEVERAL_CHATS,
        },
      },
      {
        resolve: { alias },
        plugins: chats(),
        test: { ...workersTests, name: "chats", include: SEVERAL_CHATS },
      },
      {
        // The same rules with conversations in several databases. `npm test -- --all` runs them, in the newest runtime,
        // in place of the project before.
        resolve: { alias },
        plugins: chats(),
        test: {
          ...workersTests,
          name: "elsewhere",
          include: [
            ...SEVERAL_CHATS,
            "tests/workers/blocks.test.ts",
            "tests/workers/chat.test.ts",
            "tests/workers/chat-privacy.test.ts",
            "tests/workers/connections.test.ts",
            "tests/workers/export.test.ts",
            "tests/workers/forward.test.ts",
            "tests/workers/marked-chats.test.ts",
            "tests/workers/media.test.ts",
            "tests/workers/message-changes.test.ts",
            "tests/workers/moderation.test.ts",
            "tests/workers/search-messages.test.ts",
            "tests/workers/sweeps.test.ts",
            "tests/workers/trigger-depth.test.ts",
          ],
        },
      },
    ],
  },
});
