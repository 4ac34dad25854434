import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { encode } from "fast-png";
import type { RemoteProxyConnectionString } from "miniflare";

/** A request as Workers AI would receive it. */
export interface Asked {
  url: string;
  model: string;
  contentType: string;
  /** Base64. */
  body: string;
}

/** The header of requests whose replies a test has scripted. */
export const SCRIPTED = "x-scripted";

/** A scripted reply. `hang` never replies. */
export interface Answer {
  status?: number;
  json?: unknown;
  hang?: boolean;
}

/**
 * Starts a fake of the Workers AI API, to which miniflare's `ai` option sends the real binding's requests. Requests
 * with the header are recorded (GET /asked) and get the scripted replies (POST /answers). Others, of many tests, get a
 * default reply.
 */
export async function startFakeWorkersAi(): Promise<RemoteProxyConnectionString> {
  let answers: Answer[] = [];
  let asked: Asked[] = [];
  // Never closes an idle connection: a request that arrives at that moment would fail.
  const server = createServer({ keepAliveTimeout: 0 }, async (request, response) => {
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
    // Miniflare's proxy also opens a socket for RPC bindings; this is not one.
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
  // It is not closed and must not keep the process alive.
  server.unref();
  server.on("connection", (socket) => socket.unref());
  // The address of a TCP server is an object, not the name of a pipe.
  const { port } = server.address() as AddressInfo;
  const address = new URL(`http://127.0.0.1:${port}`);
  // Miniflare brands the type against accidental use; this use is intended.
  return address as RemoteProxyConnectionString;
}

/** Returns a small image for every prompt, or the error of the binding whose number the prompt contains. */
function answerTo(model: string, prompt: string): Answer {
  if (model.includes("llama-guard")) {
    return { json: { response: prompt.includes("unsafe") ? "unsafe\nS1" : "safe" } };
  }
  const code = /error (\d{4})/.exec(prompt)?.[1];
  if (code) return { status: 400, json: { internalCode: Number(code), description: "as the test asked" } };
  if (model.includes("m2m100")) return translationOf(prompt);
  if (model.includes("moondream")) return { json: { caption: "A gradient at dusk.", engine: "local" } };
  return {
    json: { image: image, engine: "local", did: ["painted"], leftOut: { words: ["teapot"], isAll: false } },
  };
}

/** Returns the text as it is, or the error of the model for missing fields. */
function translationOf(body: string): Answer {
  const { text, target_lang: to } = JSON.parse(body).inputs ?? {};
  if (typeof text !== "string" || text === "" || typeof to !== "string")
    return {
      status: 400,
      json: { internalCode: 5006, description: "Error: required properties are missing" },
    };
  return { json: { translated_text: text, engine: "local" } };
}

const size = { width: 96, height: 64 };
const image = Buffer.from(
  encode({
    ...size,
    channels: 3,
    data: Uint8Array.from({ length: size.width * size.height * 3 }, (_, at) => (at * 7) % 251),
  }),
).toString("base64");

/** Returns the prompt of a form, or the whole JSON body. */
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
