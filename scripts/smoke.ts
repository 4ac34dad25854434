import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { readTheFeed } from "./read-the-feed";
import { startServerProcess } from "./server-process";

/**
 * `npm run smoke`: starts the product as `npm start` does, with new data, and signs in the demo member. Continuous
 * integration runs it on each operating system.
 */
const state = mkdtempSync(path.join(tmpdir(), "afterglow-smoke-"));
try {
  const server = await startServerProcess(state);
  try {
    await readTheFeed(server.url);
  } finally {
    assert.equal(await server.stop(), 0, "The server exits with code 0.");
  }
  const afterBanner = server.output().split("Ctrl+C")[1] ?? "";
  assert.match(afterBanner, /New log-in to your account/, "The server prints the mail of the log-in.");
  assert.doesNotMatch(afterBanner, /\b(error|warning)\b/i, "The server reports no error.");
  assert.deepEqual(
    readdirSync(state).sort(),
    ["secrets.json", "v3"],
    "The server leaves its data and no lock.",
  );
  console.log("The server starts, signs a member in, serves the feed and a photo, and stops.");
} finally {
  rmSync(state, { recursive: true, force: true });
}
