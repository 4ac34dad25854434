import { Client } from "../workers/client";

let requests = 0;

/** A client with the limits of production on, each of whose requests comes from a network of its own. */
export class Stranger extends Client {
  constructor() {
    super({ AFTERGLOW_RATE_LIMITS: "on" });
  }

  override fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    requests += 1;
    headers.set("CF-Connecting-IP", `10.${requests >> 16}.${(requests >> 8) & 255}.${requests & 255}`);
    return super.fetch(path, { ...init, headers });
  }
}

/** Returns a member's session in a client with limits. */
export function limited({ cookies }: Client): Stranger {
  const client = new Stranger();
  for (const [name, value] of cookies) client.cookies.set(name, value);
  return client;
}
