import { createHash } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/** An S3 bucket in memory. It checks the hash of each body, and refuses requests without a signature. */
export interface S3Server {
  /** The address of the bucket. */
  address: string;
  contents: Map<string, string>;
  /** Statuses with which the next requests fail. */
  failures: number[];
}

/** Names in one page of a list. */
const PAGE = 2;

/** Starts a bucket until the end of the test. */
export async function startS3(): Promise<S3Server> {
  const [contents, failures]: [Map<string, string>, number[]] = [new Map(), []];
  const server = createServer(async (request, reply) => {
    const body = Buffer.concat(await request.toArray()).toString("latin1");
    const { status, text = "" } = respond(request, body, contents, failures);
    reply.writeHead(status).end(Buffer.from(text, "latin1"));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  // Listening on a port.
  const { port } = server.address() as AddressInfo;
  return { address: `http://127.0.0.1:${port}/bucket/site`, contents, failures };
}

function respond(
  { method, url = "", headers }: IncomingMessage,
  body: string,
  contents: Map<string, string>,
  failures: number[],
): { status: number; text?: string } {
  const failure = failures.shift();
  if (failure) return { status: failure, text: "SlowDown" };
  const { pathname, searchParams } = new URL(url, "http://s3");
  const hash = createHash("sha256").update(Buffer.from(body, "latin1")).digest("hex");
  const isSigned = headers.authorization?.startsWith("AWS4-HMAC-SHA256 Credential=ada/") ?? false;
  if (!isSigned || headers["x-amz-content-sha256"] !== hash)
    return { status: 403, text: "SignatureDoesNotMatch" };
  if (pathname === "/bucket") return { status: 200, text: listOf(contents, searchParams) };
  const name = pathname.replace("/bucket/", "");
  if (method === "PUT") {
    if (headers["if-none-match"] === "*" && contents.has(name)) return { status: 412 };
    contents.set(name, body);
    return { status: 200 };
  }
  if (method === "DELETE") {
    contents.delete(name);
    return { status: 204 };
  }
  const found = contents.get(name);
  return found === undefined ? { status: 404, text: "NoSuchKey" } : { status: 200, text: found };
}

function listOf(contents: Map<string, string>, query: URLSearchParams): string {
  const after = query.get("continuation-token") ?? "";
  const names = [...contents.keys()]
    .filter((name) => name.startsWith(query.get("prefix") ?? "") && `&${name}` > after)
    .sort();
  const entries = names
    .slice(0, PAGE)
    .map((name) => `<Contents><Key>${name}</Key><Size>${contents.get(name)?.length}</Size></Contents>`);
  const next =
    names.length > PAGE ? `<NextContinuationToken>&amp;${names[PAGE - 1]}</NextContinuationToken>` : "";
  return `<?xml version="1.0"?><ListBucketResult>${next}${entries.join("")}</ListBucketResult>`;
}
