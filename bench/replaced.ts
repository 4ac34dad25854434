/** Returns a proxy of a target with some of its members replaced. */
export function replaced<T extends object>(target: T, methods: Record<string, unknown>): T {
  return new Proxy(target, {
    get: (_, key) => {
      if (Object.hasOwn(methods, key)) return methods[String(key)];
      const value: unknown = Reflect.get(target, key);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}
