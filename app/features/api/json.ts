import type { ErrorBody } from "~/contract/errors";

/** The browser's way to our own calls (spec points 7 and 8): cookies go along, bodies are JSON. */

/** A reply that was no success: `"404: Post not found"`, as the spec words it, and the parts of it. */
export class CallError extends Error {
  override readonly name = "CallError";
  constructor(
    readonly status: number,
    body: string,
  ) {
    super(`${status}: ${body}`);
  }

  /** The whole refusal, with the fields it names; null when it has another form. */
  get refusal(): ErrorBody | null {
    try {
      const body: Partial<ErrorBody> | null = JSON.parse(this.message.slice(this.message.indexOf(": ") + 2));
      // Every refusal of the API has this form (contract.md "Calls"); what lies between may answer anything.
      return typeof body?.message === "string" ? (body as ErrorBody) : null;
    } catch {
      return null;
    }
  }

  /** The server's own words for the member, where it gave any. */
  get reason(): string {
    const body = this.message.slice(this.message.indexOf(": ") + 2);
    try {
      const { message }: { message?: unknown } = JSON.parse(body);
      return typeof message === "string" ? message : body;
    } catch {
      return body;
    }
  }
}

async function bodyOf(response: Response): Promise<unknown> {
  const text = await response.text();
  if (!response.ok) throw new CallError(response.status, text || response.statusText);
  if (text === "") return {};
  try {
    return JSON.parse(text);
  } catch {
    throw new Error("Invalid JSON response from server");
  }
}

/**
 * Reads one of our own calls. The caller names the type; the contract's tests hold the server to it.
 * @throws CallError; a TypeError when the network fails
 */
export async function getJson<T>(path: string, signal?: AbortSignal): Promise<T> {
  // What our own call answers is what the contract says (tests/workers).
  return (await bodyOf(await fetch(path, { signal }))) as T;
}

/** Reads a page of a list, and where the next one is: null on the last. */
export async function getPage<T>(
  path: string,
  signal?: AbortSignal,
): Promise<{ items: T[]; next: string | null }> {
  const response = await fetch(path, { signal });
  const next = /<([^>]+)>; rel="next"/.exec(response.headers.get("Link") ?? "")?.[1] ?? null;
  // As above.
  return { items: (await bodyOf(response)) as T[], next };
}

/** Writes by one of our own calls. */
export async function sendJson<T>(
  method: "POST" | "PATCH" | "DELETE",
  path: string,
  body?: unknown,
  signal?: AbortSignal,
): Promise<T> {
  const response = await fetch(path, {
    method,
    signal,
    ...(body === undefined
      ? {}
      : { body: JSON.stringify(body), headers: { "Content-Type": "application/json" } }),
  });
  // As above.
  return (await bodyOf(response)) as T;
}

export { dataUrlOf } from "./data-url";
