import { randomUUID } from "node:crypto";
import { Refusal } from "./reply";

/** A binding as an upload describes it; its other properties depend on its type. */
export interface Binding {
  name: string;
  type: string;
  [property: string]: unknown;
}

/** The part of an upload's metadata that the double understands. */
export interface Upload {
  bindings: Binding[];
  compatibilityDate: string | null;
  migrationTag: string | null;
  modules: string[];
  /** Hash by path. */
  assets: Record<string, string>;
  source: string;
}

export interface Version extends Omit<Upload, "migrationTag"> {
  id: string;
  number: number;
  createdOn: string;
  secrets: Record<string, string>;
  message: string | null;
}

export interface Deployment {
  id: string;
  createdOn: string;
  source: string;
  message: string | null;
  versions: { version_id: string; percentage: number }[];
}

const LATEST_NOT_DEPLOYED = 10215;
const SECRETS_CHANGED = 10220;
const INHERITS_NOTHING = 10057;
const VERSION_NOT_FOUND = 10045;

/** A Worker with its versions and deployments. A version carries its secrets. */
export class Worker {
  readonly tag = randomUUID().replaceAll("-", "");
  readonly createdOn = new Date().toISOString();
  /** The newest is the last. */
  readonly versions: Version[] = [];
  /** The newest is the last. */
  readonly deployments: Deployment[] = [];
  tags: string[] = [];
  crons: string[] = [];
  subdomain = { enabled: false, previews_enabled: false };
  migrationTag: string | null = null;
  observability: unknown = null;

  constructor(readonly name: string) {}

  /** Returns the version that gets all requests. */
  get running(): Version {
    const [only] = this.deployments.at(-1)?.versions ?? [];
    return this.version(only?.version_id ?? "");
  }

  version(id: string): Version {
    const found = this.versions.find((one) => one.id === id);
    if (!found) throw new Refusal(404, VERSION_NOT_FOUND, `Version ${id} not found`);
    return found;
  }

  /** Stores a version. It keeps the secrets of the newest one, deployed or not. */
  upload({ migrationTag, ...upload }: Upload, message: string | null = null): Version {
    const latest = this.versions.at(-1);
    const secrets = { ...latest?.secrets };
    const missing = upload.bindings.find(({ name, type }) => type === "inherit" && !(name in secrets));
    if (missing)
      throw new Refusal(
        400,
        INHERITS_NOTHING,
        `inherit binding '${missing.name}' is invalid: it does not exist`,
      );
    const bindings = upload.bindings.filter(({ type }) => type !== "inherit");
    this.migrationTag = migrationTag ?? this.migrationTag;
    return this.#add({ ...upload, bindings, secrets, message });
  }

  /** Stores a copy of the newest version with other secrets, whatever version is deployed. */
  copyLatest(secrets: Record<string, string>, message: string | null, source: string): Version {
    const latest = this.versions.at(-1);
    if (!latest) throw new Refusal(400, 10222, "There are no versions of this Worker");
    return this.#add({ ...latest, secrets: { ...latest.secrets, ...secrets }, message, source });
  }

  /** Stores a secret and deploys it. @throws Refusal when the newest version is not deployed, as after a rollback */
  putSecret(name: string, value: string, source: string): void {
    const latest = this.versions.at(-1);
    if (!latest || this.running.id !== latest.id)
      throw new Refusal(
        400,
        LATEST_NOT_DEPLOYED,
        "Secret edit failed. The latest version of your Worker isn't currently deployed.",
      );
    this.deploy(
      [{ version_id: this.copyLatest({ [name]: value }, null, source).id, percentage: 100 }],
      source,
    );
  }

  /** @throws Refusal when the secrets differ from the running version's, unless `force` accepts the older ones */
  deploy(
    versions: Deployment["versions"],
    source: string,
    message: string | null = null,
    force = false,
  ): Deployment {
    const [first] = versions;
    const target = this.version(first?.version_id ?? "");
    const isRollback = target.number < (this.deployments.length > 0 ? this.running.number : 0);
    const changed = isRollback ? changedSecrets(target.secrets, this.running.secrets) : [];
    if (changed.length > 0 && !force)
      throw new Refusal(400, SECRETS_CHANGED, `The following secrets have changed: ${changed.join(", ")}`);
    const deployment = { id: randomUUID(), createdOn: now(), source, message, versions };
    this.deployments.push(deployment);
    return deployment;
  }

  /** Changes a binding and deploys it, as somebody does in the dashboard. */
  editInDashboard(binding: Binding): void {
    const { id, number, createdOn, ...running } = this.running;
    const bindings = [...running.bindings.filter(({ name }) => name !== binding.name), binding];
    this.deploy(
      [{ version_id: this.#add({ ...running, bindings, source: "dash" }).id, percentage: 100 }],
      "dash",
    );
  }

  #add(version: Omit<Version, "id" | "number" | "createdOn">): Version {
    const added = { ...version, id: randomUUID(), number: this.versions.length + 1, createdOn: now() };
    this.versions.push(added);
    return added;
  }
}

const changedSecrets = (one: Record<string, string>, other: Record<string, string>) =>
  Object.keys({ ...one, ...other }).filter((name) => one[name] !== other[name]);

let last = 0;
/** Returns the time, later than the last one: wrangler sorts deployments by it. */
function now(): string {
  last = Math.max(Date.now(), last + 1);
  return new Date(last).toISOString();
}
