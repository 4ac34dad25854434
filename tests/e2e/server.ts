import { createWriteStream } from "node:fs";
import path from "node:path";
import { openLocalWorld, startLocalServer } from "../../scripts/local-server";
import { stateFolder } from "../../scripts/local-state";

/** The production build on an empty database of its own, for the browser tests. */
const world = await openLocalWorld();
await world.close();
const server = await startLocalServer({
  port: Number(process.env.PORT),
  logs: createWriteStream(path.join(stateFolder(), "server.log")),
  vars: { AFTERGLOW_RATE_LIMITS: "off" },
});
process.once("SIGTERM", () => void server.close().then(() => process.exit(0)));
