import { AsyncLocalStorage } from "node:async_hooks";
import { replaced } from "../replaced";

/** `GET` returns a `Report`, and begins to count anew. */
export const REPORT_PATH = "/bench/report";

/** Everything that a Worker and its hubs have done, but not in alarms. */
export interface Counts {
  /** Requests of the database. */
  requests: number;
  rowsRead: number;
  rowsWritten: number;
  hubCalls: number;
  /** Values that hubs have stored or deleted, and alarms that they have set or deleted. */
  hubWrites: number;
}

export interface Report extends Counts {
  /** Whether work is under way, also behind a reply. */
  isBusy: boolean;
}

type Handler = Required<Pick<ExportedHandler<Env>, "fetch">>;
type HubClass = new (state: DurableObjectState, env: Env) => DurableObject;
type Result = { meta: { rows_read?: number; rows_written?: number } };

const none = (): Counts => ({ requests: 0, rowsRead: 0, rowsWritten: 0, hubCalls: 0, hubWrites: 0 });
// One isolate serves the Worker and its hubs in a local run.
let counts = none();
let underWay = 0;
const alarms = new AsyncLocalStorage<true>();

function add(more: Partial<Counts>): void {
  if (alarms.getStore()) return;
  // The keys of `Counts`.
  for (const [name, number] of Object.entries(more)) counts[name as keyof Counts] += number;
}

/** Runs work, without which the Worker is not idle. */
async function during<T>(work: () => T | Promise<T>): Promise<T> {
  underWay += 1;
  try {
    return await work();
  } finally {
    underWay -= 1;
  }
}

async function query<T extends Result | Result[]>(work: () => Promise<T>): Promise<T> {
  add({ requests: 1 });
  const result = await during(work);
  for (const { meta } of [result].flat())
    add({ rowsRead: meta.rows_read ?? 0, rowsWritten: meta.rows_written ?? 0 });
  return result;
}

/** The statements of the database by those that count. */
const natives = new WeakMap<D1PreparedStatement, D1PreparedStatement>();

/** The app calls no other methods of a statement (`openDb`). */
function countingStatement(statement: D1PreparedStatement): D1PreparedStatement {
  const counting = replaced(statement, {
    bind: (...values: unknown[]) => countingStatement(statement.bind(...values)),
    all: () => query(() => statement.all()),
    run: () => query(() => statement.run()),
  });
  natives.set(counting, statement);
  return counting;
}

function countingDatabase<T extends D1Database | D1DatabaseSession>(d1: T): T {
  return replaced(d1, {
    withSession: (start: D1SessionBookmark) =>
      "withSession" in d1 ? countingDatabase(d1.withSession(start)) : undefined,
    prepare: (text: string) => countingStatement(d1.prepare(text)),
    batch: (statements: D1PreparedStatement[]) =>
      query(() => d1.batch(statements.map((one) => natives.get(one) ?? one))),
  });
}

/** Returns a stub whose calls, of any method, are counted. */
function countingHub(stub: DurableObjectStub): DurableObjectStub {
  return new Proxy(stub, {
    get: (_, key) => {
      const value: unknown = Reflect.get(stub, key);
      if (key === "then" || typeof value !== "function") return value;
      return (...values: unknown[]) => {
        add({ hubCalls: 1 });
        return during(() => Reflect.apply(value, stub, values));
      };
    },
  });
}

const bindings = new WeakMap<Env, Env>();

function counting(env: Env): Env {
  const known = bindings.get(env);
  if (known) return known;
  const getByName: Env["USER_HUB"]["getByName"] = (name, options) =>
    // The class of its stub is kept.
    countingHub(env.USER_HUB.getByName(name, options)) as ReturnType<Env["USER_HUB"]["getByName"]>;
  const made = { ...env, DB: countingDatabase(env.DB), USER_HUB: replaced(env.USER_HUB, { getByName }) };
  bindings.set(env, made);
  return made;
}

/** Wraps the built Worker's entry. */
export function countingWorker(app: Handler): Handler {
  return {
    ...app,
    fetch: async (request, env, execution) => {
      if (new URL(request.url).pathname !== REPORT_PATH) {
        const waitUntil = (work: Promise<unknown>) => execution.waitUntil(during(() => work));
        return during(() => app.fetch(request, counting(env), replaced(execution, { waitUntil })));
      }
      const report = { ...counts, isBusy: underWay > 0 };
      if (!report.isBusy) counts = none();
      return Response.json(report satisfies Report);
    },
  };
}

/** Counts what an object stores. The runtime takes only its own object as the state: methods are replaced in place. */
function countStorage(state: DurableObjectState): void {
  const { storage } = state;
  const replace = (target: object, name: string, writes: (result: unknown) => boolean) => {
    const method: (...values: unknown[]) => unknown = Reflect.get(target, name);
    const value = (...values: unknown[]) => {
      const result = method.apply(target, values);
      if (writes(result)) add({ hubWrites: 1 });
      return result;
    };
    Object.defineProperty(target, name, { value });
  };
  replace(storage.kv, "put", () => true);
  replace(storage.kv, "delete", (isDeleted) => isDeleted === true);
  replace(storage, "setAlarm", () => true);
  replace(storage, "deleteAlarm", () => true);
  const { waitUntil } = state;
  const later = (work: Promise<unknown>) =>
    waitUntil.call(
      state,
      during(() => work),
    );
  Object.defineProperty(state, "waitUntil", { value: later });
}

/** Wraps the built hub. */
export function countingUserHub(Hub: HubClass): HubClass {
  return class extends Hub {
    constructor(state: DurableObjectState, env: Env) {
      countStorage(state);
      super(state, counting(env));
    }

    override webSocketMessage(socket: WebSocket, data: string | ArrayBuffer): Promise<void> {
      return during(() => super.webSocketMessage?.(socket, data));
    }

    override alarm(): Promise<void> {
      return alarms.run(true, () => during(() => super.alarm?.()));
    }
  };
}
