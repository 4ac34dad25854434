import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import type { RemoteProxyConnectionString } from "miniflare";

/** What the binding's network was asked: the request as Workers AI would have seen it. */
export interface Asked {
  url: string;
  model: string;
  contentType: string;
  /** Base64. */
  body: string;
}

/** What it is to answer next. `hang` never answers. */
export interface Answer {
  status?: number;
  json?: unknown;
  hang?: boolean;
}

/**
 * Stands where Workers AI's network is: miniflare's `ai` option sends the real binding class's requests here. It holds
 * them for the test to read (GET /asked) and gives the answers the test has put in line (POST /answers).
 */
export async function startFakeWorkersAi(): Promise<RemoteProxyConnectionString> {
  let answers: Answer[] = [];
  let asked: Asked[] = [];
  const server = createServer(async (request, response) => {
    const body = await bodyOf(request);
    if (request.url === "/answers") {
      answers = JSON.parse(body.toString());
      asked = [];
      response.end();
      return;
    }
    if (request.url === "/asked") {
      response.end(JSON.stringify(asked));
      return;
    }
    // Miniflare's proxy also opens a socket for bindings that speak RPC; this one does not.
    if (!request.headers["mf-url"]) {
      response.writeHead(404).end();
      return;
    }
    const header = (name: string) => String(request.headers[`mf-header-${name}`] ?? "");
    asked.push({
      url: String(request.headers["mf-url"]),
      model: header("cf-consn-model-id"),
      contentType: header("content-type"),
      body: body.toString("base64"),
    });
    const {
      status = 200,
      json,
      hang,
    } = answers.shift() ?? { status: 500, json: "no answer was put in line" };
    if (hang) return;
    response.writeHead(status, { "Content-Type": "application/json" });
    response.end(JSON.stringify(json));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // Nobody closes it: it must not keep the test run alive.
  server.unref();
  server.on("connection", (socket) => socket.unref());
  // A TCP server's address is an object, never a pipe's name.
  const { port } = server.address() as AddressInfo;
  const address = new URL(`http://127.0.0.1:${port}`);
  // Miniflare brands the type so that nobody makes one up by accident; here it is made up on purpose.
  return address as RemoteProxyConnectionString;
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
}
