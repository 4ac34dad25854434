/** The limits of D1 that a local database does not have (Cloudflare docs, D1 "Limits"). */
const VALUE_MAX_BYTES = 2_000_000;
const PARAMETERS_MAX = 100;
const STATEMENT_MAX_BYTES = 100_000;
const LIKE_MAX_BYTES = 50;

/** The words of D1's errors. */
const TOO_BIG = "D1_ERROR: string or blob too big: SQLITE_TOOBIG";

/** Returns whether a value has more bytes than a limit. */
function isLarger(value: unknown, limit: number): boolean {
  // A UTF-16 unit has at most three bytes in UTF-8.
  if (typeof value === "string") return 3 * value.length > limit && Buffer.byteLength(value) > limit;
  return (value instanceof ArrayBuffer || ArrayBuffer.isView(value)) && value.byteLength > limit;
}

/**
 * Returns a D1 binding that refuses what D1 refuses: values over 2 MB, more than 100 parameters, statements over 100
 * KB, and LIKE patterns over 50 bytes. A statement with such a value fails when it runs, as in D1.
 */
export function strictD1(d1: D1Database): D1Database {
  return proxy(d1, {
    ...methodsOf(d1),
    withSession: (start?: string) => {
      const session = d1.withSession(start);
      return proxy(session, methodsOf(session));
    },
  });
}

/** Returns the bindings of a Worker with all its databases strict. */
export function strictBindings<T extends object>(bindings: T): T {
  const databases = Object.entries(bindings).filter(([name]) => /^(DB|CHAT_DB_\d+)$/.test(name));
  return { ...bindings, ...Object.fromEntries(databases.map(([name, d1]) => [name, strictD1(d1)])) };
}

const methodsOf = (d1: D1Database | D1DatabaseSession) => ({
  prepare: (query: string) => statement(d1.prepare(query), query, []),
  batch: async (statements: D1PreparedStatement[]) => {
    for (const one of statements) known.get(one)?.check();
    return d1.batch(statements.map((one) => known.get(one)?.original ?? one));
  },
});

/** The statements that `strictD1` has returned. */
const known = new WeakMap<D1PreparedStatement, { original: D1PreparedStatement; check: () => void }>();

function statement(original: D1PreparedStatement, query: string, values: unknown[]): D1PreparedStatement {
  const check = () => refuse(query, values);
  const checked =
    (method: "all" | "run" | "raw" | "first") =>
    async (...args: unknown[]) => {
      check();
      // The methods of a statement take what their callers have given.
      return (original[method] as (...given: unknown[]) => Promise<unknown>)(...args);
    };
  const made = proxy(original, {
    bind: (...bound: unknown[]) => statement(original.bind(...bound), query, bound),
    all: checked("all"),
    run: checked("run"),
    raw: checked("raw"),
    first: checked("first"),
  });
  known.set(made, { original, check });
  return made;
}

/** @throws as D1 does */
function refuse(query: string, values: unknown[]): void {
  if (isLarger(query, STATEMENT_MAX_BYTES)) throw new Error("D1_ERROR: statement too long: SQLITE_TOOBIG");
  if (values.length > PARAMETERS_MAX) throw new Error("D1_ERROR: too many SQL variables: SQLITE_ERROR");
  if (values.some((value) => isLarger(value, VALUE_MAX_BYTES))) throw new Error(TOO_BIG);
  const hasLike = /\bLIKE\s*\?/i.test(query);
  if (
    hasLike &&
    values.some((value) => typeof value === "string" && /[%_]/.test(value) && isLarger(value, LIKE_MAX_BYTES))
  )
    throw new Error("D1_ERROR: LIKE or GLOB pattern too complex: SQLITE_ERROR");
}

/** Returns the object with some methods replaced; the others are called on the original, which may be a native one. */
function proxy<T extends object>(target: T, replaced: Record<string, unknown>): T {
  return new Proxy(target, {
    get: (_, key) => {
      if (typeof key === "string" && key in replaced) return replaced[key];
      const value: unknown = Reflect.get(target, key);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}
