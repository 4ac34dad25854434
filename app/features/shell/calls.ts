/**
 * The browser's own calls of the API (spec point 7 and 8), for what happens inside a page; forms and pages go through
 * React Router.
 */

/**
 * GETs a path as JSON. An empty body is an empty object.
 * @throws Error "<status>: <body, or the status text>" for a reply that is not OK; "Invalid JSON response from server"
 */
export async function readJson<T>(path: string, signal?: AbortSignal): Promise<T> {
  return (await readPage<T>(path, signal)).body;
}

/** The same, with the address of the next page from the `Link` header; null on the last. */
export async function readPage<T>(
  path: string,
  signal?: AbortSignal,
): Promise<{ body: T; next: string | null }> {
  const response = await fetch(path, { signal, credentials: "same-origin" });
  const text = await response.text();
  if (!response.ok) throw new Error(`${response.status}: ${text || response.statusText}`);
  const next = /<([^>]+)>; rel="next"/.exec(response.headers.get("Link") ?? "")?.[1] ?? null;
  try {
    // What the contract says this path answers; the caller names it.
    return { body: (text === "" ? {} : JSON.parse(text)) as T, next };
  } catch {
    throw new Error("Invalid JSON response from server");
  }
}

/** Sends a write and answers the bare response: the caller looks at its status. @throws when the network fails */
export function send(method: "POST" | "DELETE", path: string, body?: unknown): Promise<Response> {
  return fetch(path, {
    method,
    credentials: "same-origin",
    ...(body === undefined
      ? {}
      : { body: JSON.stringify(body), headers: { "Content-Type": "application/json" } }),
  });
}
