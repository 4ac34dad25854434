import type { DbCost } from "~/db/client";

/** The cost of an invocation so far. Cloudflare limits statements and subrequests (docs/scale.md). */
export interface RunCost extends DbCost {
  /** Calls of other services: R2, caches, Images, Workers AI, hubs, the mail service. */
  subrequests: number;
}

/** Returns an object whose methods count their calls. */
export function counted<T extends object>(target: T, cost: RunCost): T {
  return new Proxy(target, {
    get: (_, key) => {
      const value: unknown = Reflect.get(target, key);
      if (typeof value !== "function") return value;
      return (...args: unknown[]): unknown => {
        cost.subrequests += 1;
        // Native methods need their own object.
        return value.apply(target, args);
      };
    },
  });
}

/** Returns the bindings of services, which count their calls. A hub is called once for each stub. */
export const countedBindings = (env: Env, cost: RunCost): Env => ({
  ...env,
  MEDIA: counted(env.MEDIA, cost),
  IMAGES: counted(env.IMAGES, cost),
  AI: counted(env.AI, cost),
  USER_HUB: counted(env.USER_HUB, cost),
  ...(env.EMAIL && { EMAIL: counted(env.EMAIL, cost) }),
});
