import { createMember } from "./member-endpoint";
import { MEMBERS_PATH } from "./members";

/** What can fail of all that one browser asks for: its cookie names it. */
export type Fault = "database" | "storage" | "images" | "engine" | "mail";
export const FAULTS_COOKIE = "faults";

/** What can fail of one member's hub: it cannot be reached, or it cannot reach the database. */
export type HubFault = "away" | "database";
export const HUB_FAULTS_PATH = "/hub-faults/";

type Handler = Required<Pick<ExportedHandler<Env>, "fetch" | "scheduled">>;
type HubClass = new (state: DurableObjectState, env: Env) => DurableObject;

/** What fails of a member's hub, by the hub's id. One isolate serves all requests of a local run. */
const brokenHubs = new Map<string, HubFault>();

const AS_ASKED = "as the test asked";
const refuse = () => Promise.reject(new Error(AS_ASKED));

/** Whether a test asked for an error: that is no news in the server's log. */
function isAskedFor(error: unknown): boolean {
  return error instanceof Error && (error.message === AS_ASKED || isAskedFor(error.cause));
}

/** Something that works but for these methods, as long as `isBroken`. */
function failing<T extends object>(target: T, methods: Record<string, unknown>, isBroken = () => true): T {
  return new Proxy(target, {
    get: (_, key) => {
      if (isBroken() && Object.hasOwn(methods, key)) return methods[String(key)];
      const value: unknown = Reflect.get(target, key);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

const brokenStatement = { bind: () => brokenStatement, all: refuse, run: refuse, raw: refuse, first: refuse };
const brokenSession = { prepare: () => brokenStatement, batch: refuse, getBookmark: () => null };
const brokenDatabase = { ...brokenSession, withSession: () => brokenSession };
const brokenBucket = { put: refuse, get: refuse, head: refuse, delete: refuse, list: refuse };
const brokenTransformer = {
  transform: () => brokenTransformer,
  draw: () => brokenTransformer,
  output: () => Promise.reject(Object.assign(new Error(AS_ASKED), { code: 9523 })),
};

const breakers: Record<Fault, (env: Env) => Partial<Env>> = {
  database: ({ DB }) => ({ DB: failing(DB, brokenDatabase) }),
  storage: ({ MEDIA }) => ({ MEDIA: failing(MEDIA, brokenBucket) }),
  images: ({ IMAGES }) => ({ IMAGES: failing(IMAGES, { input: () => brokenTransformer, info: refuse }) }),
  engine: ({ AI }) => ({ AI: failing(AI, { run: refuse }) }),
  // Nobody listens there.
  mail: () => ({ MAIL_API_URL: "http://127.0.0.1:9/", MAIL_API_KEY: "none", MAIL_FROM: "none" }),
};

const isFault = (name: string): name is Fault => Object.hasOwn(breakers, name);

/** The faults that a browser's cookie asks for. */
function faultsOf(request: Request): Fault[] {
  const [, names = ""] =
    new RegExp(`(?:^|; )${FAULTS_COOKIE}=([^;]*)`).exec(request.headers.get("Cookie") ?? "") ?? [];
  return names.split(".").filter(isFault);
}

const brokenStub = new Proxy({}, { get: (_, key) => (key === "then" ? undefined : refuse) });

/** The hubs as others see them: one that is away answers nothing. */
function withHubs(env: Env): Env {
  const getByName = (name: string) => {
    const id = env.USER_HUB.idFromName(name).toString();
    return brokenHubs.get(id) === "away" ? brokenStub : env.USER_HUB.getByName(name);
  };
  return { ...env, USER_HUB: failing(env.USER_HUB, { getByName }) };
}

/** `PUT {path}/{memberId}` with the fault, or with nothing, as body. */
async function setHubFault(request: Request, env: Env): Promise<Response> {
  const memberId = new URL(request.url).pathname.slice(HUB_FAULTS_PATH.length);
  const id = env.USER_HUB.idFromName(memberId);
  const fault = await request.text();
  if (fault === "away" || fault === "database") brokenHubs.set(id.toString(), fault);
  else brokenHubs.delete(id.toString());
  // A hub that goes down takes its sockets with it.
  if (fault === "away")
    await env.USER_HUB.get(id)
      .fetch("http://hub/die")
      .catch(() => undefined);
  return new Response(null, { status: 204 });
}

/** The built app, with ports that fail for whom a test wants them to. Where none does, it gets what it always gets. */
export function breakable(app: Handler): Handler {
  for (const level of ["error", "warn"] as const) {
    const tell = console[level];
    console[level] = (...told) => {
      if (!told.some(isAskedFor)) tell(...told);
    };
  }
  return {
    ...app,
    fetch: (request, env, execution) => {
      const { pathname } = new URL(request.url);
      if (pathname.startsWith(HUB_FAULTS_PATH)) return setHubFault(request, env);
      if (pathname === MEMBERS_PATH) return createMember(request, env);
      const broken = faultsOf(request).map((fault) => breakers[fault](env));
      const isWhole = broken.length === 0 && brokenHubs.size === 0;
      return app.fetch(request, isWhole ? env : Object.assign(withHubs(env), ...broken), execution);
    },
  };
}

/** The built hub, whose database can fail, and which can die. */
export function breakableHub(Hub: HubClass): HubClass {
  return class extends Hub {
    readonly #state: DurableObjectState;

    constructor(state: DurableObjectState, env: Env) {
      const isBroken = () => brokenHubs.get(state.id.toString()) === "database";
      super(state, { ...withHubs(env), DB: failing(env.DB, brokenDatabase, isBroken) });
      this.#state = state;
    }

    override fetch(request: Request): Response | Promise<Response> {
      if (new URL(request.url).pathname !== "/die") return super.fetch?.(request) ?? refuse();
      this.#state.abort(AS_ASKED);
      return refuse();
    }
  };
}
