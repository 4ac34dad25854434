import type { Deployment, Version, Worker } from "./worker";

const author = { author_id: "a", author_email: "ada@example.com" };

/** Returns a Worker as the API describes it. */
export const scriptView = (worker: Worker) => ({
  id: worker.name,
  tag: worker.tag,
  tags: worker.tags,
  etag: worker.running.id,
  migration_tag: worker.migrationTag ?? undefined,
  compatibility_date: worker.running.compatibilityDate ?? undefined,
  observability: worker.observability ?? undefined,
  last_deployed_from: worker.deployments.at(-1)?.source,
  created_on: worker.createdOn,
});

/** Returns a version as the API describes it. Secrets have names only. */
export const versionView = (version: Version) => ({
  id: version.id,
  number: version.number,
  metadata: {
    ...author,
    created_on: version.createdOn,
    modified_on: version.createdOn,
    source: version.source,
  },
  annotations: { "workers/message": version.message ?? undefined },
  resources: {
    script: { etag: version.id, handlers: ["fetch"] },
    bindings: [
      ...version.bindings,
      ...Object.keys(version.secrets).map((name) => ({ name, type: "secret_text" })),
    ],
    script_runtime: { compatibility_date: version.compatibilityDate, usage_model: "standard" },
  },
});

/** Returns a deployment as the API describes it. */
export const deploymentView = ({ id, createdOn, source, message, versions }: Deployment) => ({
  id,
  source,
  strategy: "percentage",
  author_email: author.author_email,
  created_on: createdOn,
  versions,
  annotations: { "workers/message": message ?? undefined },
});
