import { startLocalServer } from "../../scripts/local-server";

/** The built worker in a process of its own, which can be killed: `tsx server.ts <state> <port>`. Says where it is. */
const [state, port] = process.argv.slice(2);
const server = await startLocalServer({ port: Number(port), state, vars: { AFTERGLOW_RATE_LIMITS: "off" } });
process.stdout.write(`${server.url}\n`);
