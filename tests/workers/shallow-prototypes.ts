import { DurableObject, WorkerEntrypoint } from "cloudflare:workers";

const wrapped = new WeakSet<object>();

/**
 * Wraps the prototype of each class of the Worker once. The tests' pool wraps it in another proxy for each instance
 * (`createProxyPrototypeClass`), so that a call of the thousandth hub would pass a thousand of them.
 */
export function keepPrototypesShallow(): void {
  globalThis.Proxy = new Proxy(Proxy, {
    construct: (original, [target, handler]: [object, ProxyHandler<object>]) => {
      if (wrapped.has(target)) return target;
      const made = new original(target, handler);
      const isOfWorker = target instanceof DurableObject || target instanceof WorkerEntrypoint;
      if (isOfWorker) wrapped.add(made);
      return made;
    },
  });
}
