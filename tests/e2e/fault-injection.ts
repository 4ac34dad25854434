import { judgePost } from "./judge-endpoint";
import { createMember } from "./member-endpoint";
import {
  FAULTS_COOKIE,
  type Fault,
  HUB_FAULTS_PATH,
  type HubFault,
  JUDGE_PATH,
  MEMBERS_PATH,
} from "./test-server";

type Handler = Required<Pick<ExportedHandler<Env>, "fetch" | "scheduled">>;
type HubClass = new (state: DurableObjectState, env: Env) => DurableObject;

/** The ids of unreachable hubs. One isolate serves all requests of a local run. */
const unreachableHubs = new Set<string>();

const INJECTED = "injected by the test";
const reject = () => Promise.reject(new Error(INJECTED));

/** Returns whether a test injected the error; the server's log leaves such errors out. */
function isInjected(error: unknown): boolean {
  // The server logs errors as lines of JSON (app/platform/log.ts).
  if (typeof error === "string") return error.includes(INJECTED);
  return error instanceof Error && (error.message === INJECTED || isInjected(error.cause));
}

/** Returns a proxy of the target that replaces these methods. */
function withOverrides<T extends object>(target: T, methods: Record<string, unknown>): T {
  return new Proxy(target, {
    get: (_, key) => {
      if (Object.hasOwn(methods, key)) return methods[String(key)];
      const value: unknown = Reflect.get(target, key);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

const failingStatement = {
  bind: () => failingStatement,
  all: reject,
  run: reject,
  raw: reject,
  first: reject,
};
const failingSession = { prepare: () => failingStatement, batch: reject, getBookmark: () => null };
const failingDatabase = { ...failingSession, withSession: () => failingSession };
const failingBucket = { put: reject, get: reject, head: reject, delete: reject, list: reject };

/** Returns a proxy of a hub's stub whose reads fail. */
function withoutReads(stub: DurableObjectStub): DurableObjectStub {
  return new Proxy(stub, {
    get:
      (_, key) =>
      (...parameters: unknown[]) => {
        if (key === "open") return reject();
        // A stub has a method of every name.
        const call = Reflect.get(stub, key) as (...parameters: unknown[]) => unknown;
        return Reflect.apply(call, stub, parameters);
      },
  });
}

const failingBindings: Record<Fault, (env: Env) => Partial<Env>> = {
  // Hubs answer reads that they hold without the database.
  database: ({ DB, USER_HUB }) => ({
    DB: withOverrides(DB, failingDatabase),
    USER_HUB: withOverrides(USER_HUB, {
      getByName: (name: string) => withoutReads(USER_HUB.getByName(name)),
    }),
  }),
  storage: ({ MEDIA }) => ({ MEDIA: withOverrides(MEDIA, failingBucket) }),
  engine: ({ AI }) => ({ AI: withOverrides(AI, { run: reject }) }),
  // With keys, sign-ups need a token of the service, which knows neither them nor the site.
  humans: () => ({ TURNSTILE_SITE_KEY: "the site key", TURNSTILE_SECRET_KEY: "the secret" }),
};

const isFault = (name: string): name is Fault => Object.hasOwn(failingBindings, name);

/** Returns the faults named by the request's cookie. */
function faultsOf(request: Request): Fault[] {
  const [, names = ""] =
    new RegExp(`(?:^|; )${FAULTS_COOKIE}=([^;]*)`).exec(request.headers.get("Cookie") ?? "") ?? [];
  return names.split(".").filter(isFault);
}

const failingStub = new Proxy({}, { get: (_, key) => (key === "then" ? undefined : reject) });

/** Replaces the stub of every unreachable hub with one whose calls reject. */
function withHubs(env: Env): Env {
  const getByName = (name: string) => {
    const id = env.USER_HUB.idFromName(name).toString();
    return unreachableHubs.has(id) ? failingStub : env.USER_HUB.getByName(name);
  };
  return { ...env, USER_HUB: withOverrides(env.USER_HUB, { getByName }) };
}

/** Handles `PUT {path}/{memberId}`; the body is the fault, or empty to remove it. */
async function handleHubFault(request: Request, env: Env): Promise<Response> {
  const memberId = new URL(request.url).pathname.slice(HUB_FAULTS_PATH.length);
  const id = env.USER_HUB.idFromName(memberId);
  const isUnreachable = (await request.text()) === ("unreachable" satisfies HubFault);
  if (isUnreachable) unreachableHubs.add(id.toString());
  else unreachableHubs.delete(id.toString());
  if (isUnreachable) await env.USER_HUB.get(id).fetch("http://hub/close");
  return new Response(null, { status: 204 });
}

/** Wraps the built app: bindings fail as the request's cookie says. Without faults it gets the original bindings. */
export function withFaults(app: Handler): Handler {
  for (const level of ["error", "warn"] as const) {
    const log = console[level];
    console[level] = (...values) => {
      if (!values.some(isInjected)) log(...values);
    };
  }
  return {
    ...app,
    fetch: (request, env, execution) => {
      const { pathname } = new URL(request.url);
      if (pathname.startsWith(HUB_FAULTS_PATH)) return handleHubFault(request, env);
      if (pathname === MEMBERS_PATH) return createMember(request, env);
      if (pathname === JUDGE_PATH) return judgePost(request, env, execution);
      const overrides = faultsOf(request).map((fault) => failingBindings[fault](env));
      const isUnchanged = overrides.length === 0 && unreachableHubs.size === 0;
      return app.fetch(request, isUnchanged ? env : Object.assign(withHubs(env), ...overrides), execution);
    },
  };
}

/**
 * Wraps the built hub: it does not reach unreachable hubs, and a request to `/close` closes its sockets. Ending the hub
 * would not do: the runtime keeps the sockets of an aborted object open until its last call ends.
 */
export function withHubFaults(Hub: HubClass): HubClass {
  return class extends Hub {
    readonly #state: DurableObjectState;

    constructor(state: DurableObjectState, env: Env) {
      super(state, withHubs(env));
      this.#state = state;
    }

    override fetch(request: Request): Response | Promise<Response> {
      if (new URL(request.url).pathname !== "/close") return super.fetch?.(request) ?? reject();
      for (const socket of this.#state.getWebSockets()) socket.close(1011, INJECTED);
      return new Response(null, { status: 204 });
    }
  };
}
