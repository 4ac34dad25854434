import { startLocalServer } from "../../scripts/local-server";

/** Runs the built worker in this process and prints its URL. Usage: `tsx server.ts <data directory> <port>`. */
const [state, port] = process.argv.slice(2);
const server = await startLocalServer({ port: Number(port), state, vars: { AFTERGLOW_RATE_LIMITS: "off" } });
process.stdout.write(`${server.url}\n`);
