import { Hono } from "hono";
import { z } from "zod";
import type { Account } from "./account";
import { Refusal, reply } from "./reply";
import { AssetSessions, readUpload, sourceOf } from "./uploads";
import { deploymentView, scriptView, versionView } from "./views";
import { Worker } from "./worker";

const NOT_FOUND = 10007;
const ZONE_NOT_FOUND = 10083;

const scripts = "/accounts/:account/workers/scripts";
const script = `${scripts}/:name` as const;

type Find = (name: string) => Worker;

/** Returns the routes of Workers: uploads, versions, deployments, and the settings that belong to no version. */
export function workerRoutes(account: Account) {
  const find: Find = (name) => {
    const found = account.workers.get(name);
    if (!found) throw new Refusal(404, NOT_FOUND, "This Worker does not exist on your account.");
    return found;
  };
  return new Hono()
    .route("/", uploads(account, find))
    .route("/", deployments(find))
    .route("/", secrets(find))
    .route("/", services(account, find))
    .route("/", settings(account, find));
}

/** Returns the routes that upload a version, or make one. */
function uploads(account: Account, find: Find) {
  const sessions = new AssetSessions(account.assets);
  return new Hono()
    .get(scripts, (c) => reply(c, [...account.workers.values()].map(scriptView)))
    .post(`${script}/assets-upload-session`, async (c) => {
      const { manifest } = z
        .object({ manifest: z.record(z.string(), z.object({ hash: z.string() })) })
        .parse(await c.req.json());
      return reply(c, sessions.begin(manifest));
    })
    .post("/accounts/:account/workers/assets/upload", async (c) => {
      const jwt = (c.req.header("Authorization") ?? "").replace("Bearer ", "");
      return reply(c, (await sessions.store(jwt, await c.req.formData())) ?? {});
    })
    .put(script, async (c) => {
      const name = c.req.param("name");
      const upload = await readUpload(c, account, sessions);
      const worker = account.workers.get(name) ?? new Worker(name);
      const version = worker.upload(upload);
      account.workers.set(name, worker);
      worker.deploy([{ version_id: version.id, percentage: 100 }], upload.source);
      return reply(c, { ...scriptView(worker), deployment_id: version.id, startup_time_ms: 20 });
    })
    .post(`${script}/versions`, async (c) => {
      const version = find(c.req.param("name")).upload(await readUpload(c, account, sessions));
      return reply(c, { ...versionView(version), startup_time_ms: 20 });
    })
    .patch("/accounts/:account/workers/workers/:name/versions/latest", async (c) => {
      const { env, annotations } = z
        .object({
          env: z.record(z.string(), z.object({ text: z.string() })),
          annotations: z.object({ "workers/message": z.string().optional() }),
        })
        .parse(await c.req.json());
      const secrets = Object.fromEntries(Object.entries(env).map(([name, { text }]) => [name, text]));
      const message = annotations["workers/message"] ?? null;
      return reply(c, versionView(find(c.req.param("name")).copyLatest(secrets, message, sourceOf(c))));
    });
}

/** Returns the routes of versions and of those that run. */
function deployments(find: Find) {
  return new Hono()
    .get(`${script}/versions`, (c) =>
      reply(c, { items: find(c.req.param("name")).versions.map(versionView).reverse() }),
    )
    .get(`${script}/versions/:version`, (c) =>
      reply(c, versionView(find(c.req.param("name")).version(c.req.param("version")))),
    )
    .get(`${script}/deployments`, (c) =>
      reply(c, { deployments: find(c.req.param("name")).deployments.map(deploymentView).reverse() }),
    )
    .post(`${script}/deployments`, async (c) => {
      const { versions, annotations } = z
        .object({
          versions: z.array(z.object({ version_id: z.string(), percentage: z.number() })),
          annotations: z.object({ "workers/message": z.string().optional() }).optional(),
        })
        .parse(await c.req.json());
      const message = annotations?.["workers/message"] ?? null;
      const isForced = c.req.query("force") === "true";
      return reply(
        c,
        deploymentView(find(c.req.param("name")).deploy(versions, sourceOf(c), message, isForced)),
      );
    });
}

function secrets(find: Find) {
  return new Hono()
    .get(`${script}/secrets`, (c) => {
      const names = Object.keys(find(c.req.param("name")).versions.at(-1)?.secrets ?? {});
      return reply(
        c,
        names.map((name) => ({ name, type: "secret_text" })),
      );
    })
    .put(`${script}/secrets`, async (c) => {
      const { name, text } = z.object({ name: z.string(), text: z.string() }).parse(await c.req.json());
      find(c.req.param("name")).putSecret(name, text, sourceOf(c));
      return reply(c, { name, type: "secret_text" });
    });
}

/** Returns the routes by which wrangler reads what is deployed. */
function services(account: Account, find: Find) {
  const service = "/accounts/:account/workers/services/:name";
  const environment = `${service}/environments/:environment` as const;
  return new Hono()
    .get(service, (c) => {
      const worker = find(c.req.param("name"));
      return reply(c, {
        id: worker.name,
        default_environment: { environment: "production", script: scriptView(worker) },
      });
    })
    .get(environment, (c) => reply(c, { script: scriptView(find(c.req.param("name"))) }))
    .get(`${environment}/bindings`, (c) => {
      const { bindings, secrets } = find(c.req.param("name")).running;
      return reply(c, [...bindings, ...Object.keys(secrets).map((name) => ({ name, type: "secret_text" }))]);
    })
    .get(`${environment}/routes`, (c) => reply(c, []))
    .get(`${environment}/subdomain`, (c) => reply(c, find(c.req.param("name")).subdomain))
    .get("/accounts/:account/workers/domains/records", (c) => {
      const ofWorker = [...account.domains].filter(([, worker]) => worker === c.req.query("service"));
      return reply(
        c,
        ofWorker.map(([hostname, name]) => ({ hostname, service: name, zone_name: hostname })),
      );
    });
}

/** Returns the routes of what belongs to a Worker and to no version of it. */
function settings(account: Account, find: Find) {
  return new Hono()
    .get(`${script}/subdomain`, (c) => reply(c, find(c.req.param("name")).subdomain))
    .post(`${script}/subdomain`, async (c) => {
      const worker = find(c.req.param("name"));
      const { enabled, previews_enabled = enabled } = z
        .object({ enabled: z.boolean(), previews_enabled: z.boolean().optional() })
        .parse(await c.req.json());
      worker.subdomain = { enabled, previews_enabled };
      return reply(c, worker.subdomain);
    })
    .put(`${script}/domains/records`, async (c) => {
      const { origins } = z
        .object({ origins: z.array(z.object({ hostname: z.string() })) })
        .parse(await c.req.json());
      for (const { hostname } of origins) {
        const zone = [...account.zones.keys()].find((domain) => `.${hostname}`.endsWith(`.${domain}`));
        if (!zone)
          throw new Refusal(400, ZONE_NOT_FOUND, `workers.api.error.zone_not_found for "${hostname}"`);
        account.domains.set(hostname, c.req.param("name"));
      }
      return reply(c, origins);
    })
    .get(`${script}/schedules`, (c) =>
      reply(c, { schedules: find(c.req.param("name")).crons.map((cron) => ({ cron })) }),
    )
    .put(`${script}/schedules`, async (c) => {
      const crons = z.array(z.object({ cron: z.string() })).parse(await c.req.json());
      find(c.req.param("name")).crons = crons.map(({ cron }) => cron);
      return reply(c, { schedules: crons });
    })
    .get(`${script}/settings`, (c) => {
      const { bindings, compatibilityDate } = find(c.req.param("name")).running;
      return reply(c, { bindings, compatibility_date: compatibilityDate });
    })
    .patch(`${script}/script-settings`, async (c) => {
      const worker = find(c.req.param("name"));
      const { tags, observability } = z
        .object({ tags: z.array(z.string()).optional(), observability: z.unknown() })
        .parse(await c.req.json());
      worker.tags = tags ?? worker.tags;
      worker.observability = observability ?? worker.observability;
      return reply(c, { tags: worker.tags });
    });
}
