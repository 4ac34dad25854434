import { Writable } from "node:stream";
import type { DbCost } from "~/db/client";

/** Reads the request log of a server that writes to `stream` (workers/middleware/request-log.ts). */
export function logLines() {
  const lines = new Map<string, DbCost>();
  let rest = "";
  let resolveNext = (_: DbCost) => {};
  /** Resolves to the cost of the next logged request. */
  const next = () =>
    new Promise<DbCost>((resolve) => {
      resolveNext = resolve;
    });
  return {
    stream: new Writable({
      write: (text, _, done) => {
        const parts = (rest + String(text)).split("\n");
        rest = parts.pop() ?? "";
        for (const line of parts.filter((one) => one.startsWith('{"at":'))) {
          const { request, ...cost } = JSON.parse(line) as DbCost & { request: string };
          lines.set(request, cost);
          resolveNext(cost);
        }
        done();
      },
    }),
    next,
    /** Resolves to the cost of the request with this `X-Request-Id`; its line is written after the reply. */
    async of(requestId: string | null): Promise<DbCost> {
      if (requestId === null) throw new Error("The reply names no request.");
      for (;;) {
        const cost = lines.get(requestId);
        if (cost) return cost;
        await next();
      }
    },
  };
}
