import { Writable } from "node:stream";

/** What a request cost the database, as the worker's log line tells it (workers/middleware/request-log.ts). */
export interface LoggedCost {
  statements: number;
  trips: number;
  rowsRead: number;
  rowsWritten: number;
}

/** Reads the log lines of a server that writes them to `stream`. */
export function logLines() {
  const lines = new Map<string, LoggedCost>();
  let rest = "";
  let heard = () => {};
  return {
    stream: new Writable({
      write: (text, _, done) => {
        const parts = (rest + String(text)).split("\n");
        rest = parts.pop() ?? "";
        for (const line of parts.filter((one) => one.startsWith('{"at":'))) {
          const { request, ...cost } = JSON.parse(line) as LoggedCost & { request: string };
          lines.set(request, cost);
        }
        heard();
        done();
      },
    }),
    /** The line of the request that was answered with this `X-Request-Id`; it is written behind the reply. */
    async of(requestId: string | null): Promise<LoggedCost> {
      if (requestId === null) throw new Error("The reply names no request.");
      for (;;) {
        const cost = lines.get(requestId);
        if (cost) return cost;
        await new Promise<void>((resolve) => {
          heard = resolve;
        });
      }
    },
  };
}
