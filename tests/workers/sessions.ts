import { Client, member, SITE } from "./client";

/** Returns the same member, signed in with another browser. */
export async function again({ email }: { email: string }, password = "sunset"): Promise<Client> {
  const client = new Client();
  await client.call("logIn", { body: { email, password } });
  return client;
}

export const COOKIE = "__Host-afterglow";

/** Returns the token of a client's session cookie. */
export const tokenOf = ({ cookies }: Client) => cookies.get(COOKIE)?.split(".")[0] ?? "";

/** Makes a client's session cookie name a member's hub; without one, as in older cookies, the database answers. */
export function nameHub(client: Client, memberId: string | null): void {
  client.cookies.set(COOKIE, tokenOf(client) + (memberId === null ? "" : `.${memberId}`));
}

/** Returns a member whose cookie names no hub. */
export async function plainMember(name?: string): ReturnType<typeof member> {
  const plain = await member(name);
  nameHub(plain, null);
  return plain;
}

/** Returns whether the client's session is open. */
export const isIn = async (client: Client) => (await client.fetch("/api/auth/me")).status === 200;

/** Opens the channel and returns the code with which it is closed. */
export async function openSocket(client: Client): Promise<{ closed: Promise<number> }> {
  const { webSocket } = await client.fetch("/ws", { headers: { Upgrade: "websocket", Origin: SITE } });
  if (!webSocket) throw new Error("no socket");
  webSocket.accept();
  return {
    closed: new Promise((resolve) => webSocket.addEventListener("close", ({ code }) => resolve(code))),
  };
}
