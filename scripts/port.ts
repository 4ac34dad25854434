import { createServer } from "node:net";
import { CommandError } from "./command";

/**
 * Returns the port to listen on: `PORT`, else 8787.
 * @throws CommandError when `PORT` is not a port number, or when another process listens there
 */
export async function readPort(command: string): Promise<number> {
  const port = Number(process.env.PORT ?? 8787);
  if (!Number.isInteger(port) || port < 1 || port > 65535) {
    throw new CommandError(`PORT must be a number from 1 to 65535, not "${process.env.PORT}".`);
  }
  if (!(await isFree(port))) throw portTaken(port, command);
  return port;
}

/** Returns the error for a port on which another process listens. */
export function portTaken(port: number, command = "npm start"): CommandError {
  return new CommandError(
    `Port ${port} is in use. Stop the process that listens there, or choose another port: PORT=${port + 1} ${command}`,
  );
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", () => resolve(false));
    probe.once("listening", () => probe.close(() => resolve(true)));
    probe.listen(port, "127.0.0.1");
  });
}
