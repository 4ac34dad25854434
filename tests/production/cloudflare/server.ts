import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Hono } from "hono";
import { Account } from "./account";
import { accountRoutes } from "./accounts";
import { d1Routes } from "./d1";
import { Refusal, refuse } from "./reply";
import { workerRoutes } from "./workers";

/** A running double of Cloudflare's API. */
export interface Cloudflare {
  account: Account;
  /** Environment variables with which wrangler asks this server. */
  env: Record<string, string>;
  /** Requests since the last call of `takeLog`, as "PUT /accounts/…". */
  takeLog: () => string[];
  /** Requests that the double does not know. Each got a 500. */
  unknown: string[];
  close: () => Promise<void>;
}

/**
 * Starts a double of Cloudflare's API on the loopback interface, with an empty account. It answers what wrangler 4.116
 * requests during the steps of docs/deploy.md, and refuses what the API refuses.
 */
export async function startCloudflare(): Promise<Cloudflare> {
  const account = new Account();
  let origin = "";
  let log: string[] = [];
  const unknown: string[] = [];
  const app = new Hono();
  app.use(async (c, next) => {
    log.push(`${c.req.method} ${c.req.path}`);
    await next();
  });
  for (const routes of [accountRoutes(account), d1Routes(account, () => origin), workerRoutes(account)])
    app.route("/", routes);
  app.notFound((c) => {
    const request = `${c.req.method} ${c.req.path}`;
    unknown.push(request);
    return refuse(c, new Refusal(500, 1, `The double does not know ${request}`));
  });
  app.onError((error, c) => {
    if (error instanceof Refusal) return refuse(c, error);
    unknown.push(`${c.req.method} ${c.req.path}: ${error.stack}`);
    return refuse(c, new Refusal(500, 2, String(error)));
  });

  // Never closes an idle connection: a request that arrives at that moment would fail.
  const server = createServer({ keepAliveTimeout: 0 }, (request, response) => {
    // A request that is cut off.
    serve(app, request, response).catch((error: Error) => response.destroy(error));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // The address of a TCP server is an object, not the name of a pipe.
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    account,
    env: {
      CLOUDFLARE_API_BASE_URL: origin,
      CLOUDFLARE_API_TOKEN: "a-token-for-tests",
      CLOUDFLARE_ACCOUNT_ID: account.id,
    },
    takeLog: () => {
      const taken = log;
      log = [];
      return taken;
    },
    unknown,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function serve(app: Hono, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  const body = chunks.length > 0 ? new Uint8Array(Buffer.concat(chunks)) : undefined;
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) headers.set(name, String(value));
  const response = await app.fetch(
    new Request(`http://127.0.0.1${incoming.url}`, { method: incoming.method ?? "GET", headers, body }),
  );
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  outgoing.end(Buffer.from(await response.arrayBuffer()));
}
