import { PassThrough, type Readable } from "node:stream";
import { Log, LogLevel, Miniflare, type MiniflareOptions } from "miniflare";
import { portTaken } from "./port";
import { codeOf } from "./storage-problem";

/** The name of the app in Miniflare, and of its entrypoint for the command line (workers/operator.ts). */
export const APP = "afterglow";
export const OPERATOR = "Operator";

export interface LocalServer {
  url: string;
  miniflare: Miniflare;
  /** Resolves when workerd has ended, by `close` or by itself. */
  ended: Promise<void>;
  close: () => Promise<void>;
}

/** The streams for the output of a server. */
export interface ServerOutput {
  /** Receives the Worker's log, with the mails that a local run does not send. Default: none. */
  logs?: NodeJS.WritableStream;
  /** Receives the messages of the runtime, and the Worker's errors. Default: standard error. */
  errors?: NodeJS.WritableStream;
}

/**
 * Serves from workerd what `serverOptions` (scripts/local-options.ts) describes: `wrangler dev` would add a proxy. This
 * file loads Miniflare alone: Wrangler takes 250 MB.
 * @throws CommandError when the port is in use
 */
export async function serve(
  options: MiniflareOptions & { port: number },
  { logs, errors = process.stderr }: ServerOutput = {},
): Promise<LocalServer> {
  let reportEnd = () => {};
  const ended = new Promise<void>((resolve) => {
    reportEnd = resolve;
  });
  // Kept until the server is ready: the reason for which it is not is printed in one line.
  const messages = new PassThrough();
  const miniflare = new Miniflare({
    ...options,
    log: new Log(LogLevel.WARN),
    handleRuntimeStdio: (stdout: Readable, stderr: Readable) => {
      stdout.once("close", () => reportEnd());
      if (logs) stdout.pipe(logs);
      else stdout.resume();
      stderr.pipe(messages);
    },
  });
  const url = await miniflare.ready.catch((error: unknown) => {
    if (codeOf(error) === "ERR_ADDRESS_IN_USE") throw portTaken(options.port);
    messages.pipe(errors);
    throw error;
  });
  messages.pipe(errors);
  return { url: url.origin, miniflare, ended, close: () => miniflare.dispose() };
}

/** Returns the address of the entrypoint for the command line, of a server with the option `operator`. */
export async function operatorUrlOf({ miniflare }: LocalServer): Promise<string> {
  return (await miniflare.unsafeGetDirectURL(APP, OPERATOR)).href;
}
