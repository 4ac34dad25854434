import { openLocalWorld, startLocalServer } from "../../scripts/local-server";

/** The production build on an empty database of its own, for the browser tests. */
const world = await openLocalWorld();
await world.close();
const server = await startLocalServer({
  port: Number(process.env.PORT),
  vars: { AFTERGLOW_RATE_LIMITS: "off" },
});
process.once("SIGTERM", () => void server.close().then(() => process.exit(0)));
