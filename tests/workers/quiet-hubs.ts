import { env } from "cloudflare:test";
import { afterAll, beforeAll } from "vitest";

/** The replies of hubs that cache nothing: the caller asks the database. */
const replies: Record<string, unknown> = {
  open: "busy",
  session: null,
  deliver: { isOnline: false, isSubscribed: false, answers: [] },
};

const quietHub = new Proxy(
  {},
  { get: (_, method) => (method === "then" ? undefined : async () => replies[String(method)]) },
);

/** Hubs that take every call and do nothing. */
const quietHubs = new Proxy(env.USER_HUB, {
  get: (target, key) => {
    if (key === "getByName" || key === "get") return () => quietHub;
    const value: unknown = Reflect.get(target, key);
    return typeof value === "function" ? value.bind(target) : value;
  },
});

/** Replaces the hubs in a file whose rules need none: starting one per member takes longer than the calls do. */
export function silenceHubs(): void {
  const { USER_HUB } = env;
  beforeAll(() => void Object.assign(env, { USER_HUB: quietHubs }));
  afterAll(() => void Object.assign(env, { USER_HUB }));
}
