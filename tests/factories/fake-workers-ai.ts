import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { encode } from "fast-png";
import type { RemoteProxyConnectionString } from "miniflare";

/** What the binding's network was asked: the request as Workers AI would have seen it. */
export interface Asked {
  url: string;
  model: string;
  contentType: string;
  /** Base64. */
  body: string;
}

/** The header of requests whose answers a test has put in line. */
export const SCRIPTED = "x-scripted";

/** What it is to answer next. `hang` never answers. */
export interface Answer {
  status?: number;
  json?: unknown;
  hang?: boolean;
}

/**
 * Stands where Workers AI's network is: miniflare's `ai` option sends the real binding class's requests here. Those with
 * the header it holds for the test to read (GET /asked), and gives the answers the test has put in line (POST /answers).
 * All others, of many tests at once, it answers by itself.
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
    const [model, contentType] = [header("cf-consn-model-id"), header("content-type")];
    if (header(SCRIPTED)) {
      asked.push({
        url: String(request.headers["mf-url"]),
        model,
        contentType,
        body: body.toString("base64"),
      });
    }
    const {
      status = 200,
      json,
      hang,
    } = header(SCRIPTED)
      ? (answers.shift() ?? { status: 500, json: "no answer was put in line" })
      : answerTo(model, await promptOf(body, contentType));
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

/** A small picture for every prompt, and the binding's own errors for prompts that carry their number. */
function answerTo(model: string, prompt: string): Answer {
  if (model.includes("llama-guard")) {
    return { json: { response: prompt.includes("unsafe") ? "unsafe\nS1" : "safe" } };
  }
  const code = /error (\d{4})/.exec(prompt)?.[1];
  if (code) return { status: 400, json: { internalCode: Number(code), description: "as the test asked" } };
  if (model.includes("moondream")) return { json: { caption: "A gradient at dusk.", engine: "local" } };
  return { json: { image: picture, engine: "local", did: ["painted"] } };
}

const size = { width: 96, height: 64 };
const picture = Buffer.from(
  encode({
    ...size,
    channels: 3,
    data: Uint8Array.from({ length: size.width * size.height * 3 }, (_, at) => (at * 7) % 251),
  }),
).toString("base64");

/** The words of a request: a form's prompt, or the whole of its JSON. */
async function promptOf(body: Buffer, contentType: string): Promise<string> {
  if (!contentType.startsWith("multipart/")) return body.toString();
  const form = await new Response(new Uint8Array(body), {
    headers: { "Content-Type": contentType },
  }).formData();
  return String(form.get("prompt"));
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
}
