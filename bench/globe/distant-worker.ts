import { replaced } from "../replaced";
import { type Call, calls, causedBy, currentTrace, Traveller } from "./calls";
import { distantDatabase } from "./distant-database";
import { isPlace, type Place, places, type Region, regionOfHub } from "./places";

/** Headers of the bench: where a request comes from, and its name in the record of calls. */
export const PLACE_HEADER = "X-Globe-Place";
export const TRACE_HEADER = "X-Globe-Trace";
/** `GET` returns a `Report`. */
export const REPORT_PATH = "/globe/report";

/** The calls and replies of the Worker since it started. */
export interface Report {
  calls: Call[];
  /** When each request's reply began, by its name. In milliseconds since 1970. */
  replies: Record<string, number>;
  /** Where each member's hub is, by member. */
  hubs: Record<string, Region>;
}

type Handler = Required<Pick<ExportedHandler<Env>, "fetch" | "scheduled">>;
type HubClass = new (state: DurableObjectState, env: Env) => DurableObject;
type Hub = Pick<DurableObjectStub, "id" | "fetch"> & {
  called: (trace: string, method: string, values: unknown[]) => Promise<unknown>;
};

const replies = new Map<string, number>();
/** The region and the member of each hub, by the object's id. The first call creates it. */
const regionsOfHubs = new Map<string, Region>();
const members = new Map<string, string>();
const memberOf = (id: string) => members.get(id) ?? id;

/** Returns a stub whose calls, of any method, travel from the caller to the hub. */
function distantHub(stub: Hub, hint: string | undefined, traveller: Traveller): object {
  const id = stub.id.toString();
  const travel = <T>(work: () => Promise<T>) => {
    const region = regionsOfHubs.get(id) ?? regionOfHub(traveller.place, hint);
    regionsOfHubs.set(id, region);
    return traveller.call(memberOf(id), region, work);
  };
  const fetch = (input: RequestInfo, init?: RequestInit) => {
    const request = new Request(input, init);
    const headers = new Headers(request.headers);
    headers.set(TRACE_HEADER, currentTrace());
    return travel(() => stub.fetch(new Request(request, { headers })));
  };
  return new Proxy(stub, {
    get: (_, key) => {
      if (key === "then") return undefined;
      if (key === "id" || key === "name") return Reflect.get(stub, key);
      if (key === "fetch") return fetch;
      return (...values: unknown[]) => travel(() => stub.called(currentTrace(), String(key), values));
    },
  });
}

function distantHubs(hubs: Env["USER_HUB"], traveller: Traveller): Env["USER_HUB"] {
  const idFromName = (name: string) => {
    const id = hubs.idFromName(name);
    members.set(id.toString(), name);
    return id;
  };
  const get = (id: DurableObjectId, options?: DurableObjectNamespaceGetDurableObjectOptions) =>
    // The hub's class is the one that `distantWorker` returns, with the method `called`.
    distantHub(hubs.get(id, options) as unknown as Hub, options?.locationHint, traveller);
  const getByName = (name: string, options?: DurableObjectNamespaceGetDurableObjectOptions) =>
    get(idFromName(name), options);
  return replaced(hubs, { idFromName, get, getByName });
}

function distantBucket(bucket: R2Bucket, traveller: Traveller): R2Bucket {
  const methods = (["get", "put", "head", "delete", "list"] as const).map((name) => {
    const method = bucket[name].bind(bucket) as (...values: unknown[]) => Promise<unknown>;
    const call = (...values: unknown[]) =>
      traveller.call("storage", traveller.database, () => method(...values));
    return [name, call] as const;
  });
  return replaced(bucket, Object.fromEntries(methods));
}

/** Returns the bindings as a place sees them. Images and AI are near everywhere. */
function bindingsAt(place: Place, database: Region, env: Env): Env {
  const traveller = new Traveller(place, database);
  return {
    ...env,
    DB: distantDatabase(env.DB, traveller),
    MEDIA: distantBucket(env.MEDIA, traveller),
    USER_HUB: distantHubs(env.USER_HUB, traveller),
  };
}

/** Wraps the built Worker: its calls to the database, hubs and R2 take the time from the place of the request. */
export function distantWorker(app: Handler, database: Region): Handler {
  const bindings = new Map<Place, Env>();
  return {
    ...app,
    fetch: async (request, env, execution) => {
      if (new URL(request.url).pathname === REPORT_PATH) {
        const hubs = [...regionsOfHubs].map(([id, region]) => [memberOf(id), region] as const);
        const report = { calls, replies: Object.fromEntries(replies), hubs: Object.fromEntries(hubs) };
        return Response.json(report satisfies Report);
      }
      const place = request.headers.get(PLACE_HEADER) ?? "";
      if (!isPlace(place)) return app.fetch(request, env, execution);
      const seen = bindings.get(place) ?? bindingsAt(place, database, env);
      bindings.set(place, seen);
      const { continent, longitude } = places[place];
      const trace = request.headers.get(TRACE_HEADER) ?? "";
      const located = new Request(request, { cf: { continent, longitude } });
      // A request that arrives has these properties, but not those that the constructor adds to its type.
      const incoming = located as Parameters<Handler["fetch"]>[0];
      const reply = await causedBy({ trace, from: "edge" }, () => app.fetch(incoming, seen, execution));
      replies.set(trace, Date.now());
      return reply;
    },
  };
}

/** Wraps the built hub: it calls from its own region. A message's `clientId` names the calls that it causes. */
export function distantUserHub(Hub: HubClass, database: Region): HubClass {
  return class extends Hub {
    readonly #id: string;

    constructor(state: DurableObjectState, env: Env) {
      const id = state.id.toString();
      super(state, bindingsAt(regionsOfHubs.get(id) ?? database, database, env));
      this.#id = id;
    }

    override fetch(request: Request): Response | Promise<Response> {
      const reply = this.#by(request.headers.get(TRACE_HEADER) ?? "", () => super.fetch?.(request));
      return reply ?? new Response(null, { status: 501 });
    }

    override webSocketMessage(socket: WebSocket, data: string | ArrayBuffer): void | Promise<void> {
      const [, trace = ""] = /"clientId":"([^"]*)"/.exec(String(data)) ?? [];
      return this.#by(trace, () => super.webSocketMessage?.(socket, data));
    }

    /** Calls a method for another place: the name of the cause comes with it. */
    called(trace: string, method: string, values: unknown[]): unknown {
      const target: unknown = Reflect.get(this, method);
      if (typeof target !== "function") throw new Error(`The hub has no method ${method}.`);
      return this.#by(trace, () => target.apply(this, values));
    }

    #by<T>(trace: string, work: () => T): T {
      return causedBy({ trace, from: memberOf(this.#id) }, work);
    }
  };
}
