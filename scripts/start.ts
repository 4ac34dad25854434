import { createServer } from "node:net";
import { demoMembers } from "./demo/dataset";
import { DEMO_PASSWORD, ensureDemoData } from "./demo/seed";
import { startLocalServer } from "./local-server";
import { stateFolder } from "./local-state";
import { build } from "./run";

const port = Number(process.env.PORT ?? 8787);

/** Whether this machine would let us listen there. */
function isFree(candidate: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", () => resolve(false));
    probe.once("listening", () => probe.close(() => resolve(true)));
    probe.listen(candidate, "127.0.0.1");
  });
}

if (!Number.isInteger(port) || port < 1 || port > 65535) {
  console.error(`PORT must be a number from 1 to 65535, not "${process.env.PORT}".`);
  process.exit(1);
}
if (!(await isFree(port))) {
  console.error(
    `Port ${port} is in use. Stop what listens there, or choose another: PORT=${port + 1} npm start`,
  );
  process.exit(1);
}

console.log("Preparing Afterglow…");
await Promise.all([build(), ensureDemoData(stateFolder())]);
const server = await startLocalServer({ port, logs: process.stdout });

const [first, ...others] = demoMembers;
console.log(`
  Afterglow is at   http://localhost:${port}
  Log in as         ${first?.email}   password: ${DEMO_PASSWORD}
  or as             ${others.map((member) => member.username).join(", ")} (@afterglow.example, same password)
  The data lies in  ${stateFolder()}   (npm run reset empties it)
  Stop with         Ctrl+C
`);

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => void server.close().then(() => process.exit(0)));
}
