import { expect, test } from "vitest";
import { type Unstable_Config, unstable_readConfig } from "wrangler";
import { sharedResources } from "../../../scripts/deploy/environments";
import { productionConfig } from "../../../scripts/local-state";

const read = (env: string): Unstable_Config =>
  unstable_readConfig({ config: productionConfig, env }, { hideWarnings: true });
const config = read("");

test("the platform writes no log of its own, which would have addresses and queries, and the sampling rate is set", () => {
  expect(config.observability).toMatchObject({
    enabled: true,
    logs: { enabled: true, invocation_logs: false, head_sampling_rate: 1 },
  });
});

test("a request has a limit of processor time", () => {
  expect(config.limits).toEqual({ cpu_ms: 10_000 });
});

/** Returns what an environment binds and sets, without the names of its own resources. */
function bindingsOf(env: string) {
  const { name, topLevelName, targetEnvironment, d1_databases, r2_buckets, ratelimits, routes, ...rest } =
    read(env);
  const { AFTERGLOW_SITE, AFTERGLOW_OPERATOR, AFTERGLOW_CONTACT, ...vars } = rest.vars;
  return {
    ...rest,
    vars,
    // Chat databases are added where messages need them.
    databases: d1_databases
      .filter(({ binding }) => !binding.startsWith("CHAT_DB_"))
      .map(({ binding, migrations_dir }) => ({ binding, migrations_dir })),
    buckets: r2_buckets.map(({ binding }) => binding),
    ratelimits: ratelimits.map(({ namespace_id, ...limit }) => limit),
  };
}

test("staging has the bindings, limits and settings of production", () => {
  expect(read("").definedEnvironments).toEqual(["staging"]);
  expect(bindingsOf("staging")).toEqual(bindingsOf(""));
});

test("staging does not inherit the address of production", () => {
  expect(read("staging").routes).toEqual([]);
});

test("staging shares no database, bucket, address or rate limit with production", () => {
  expect(sharedResources(read("staging"), read(""))).toEqual([]);
  const { name, d1_databases, ...staging } = read("staging");
  const id = "7d1c3f2e-0000-4000-8000-000000000001";
  const shared = d1_databases.map((one) => ({ ...one, database_id: id }));
  const vars = { ...staging.vars, AFTERGLOW_SITE: "https://photos.example.com" };
  expect(
    sharedResources(
      { ...staging, name, d1_databases: shared, vars },
      {
        ...read(""),
        d1_databases: shared,
        r2_buckets: staging.r2_buckets,
        ratelimits: staging.ratelimits.slice(0, 1),
        vars,
      },
    ).map((line) => /share (.*):/.exec(line)?.[1]),
  ).toEqual([
    `the database ${id}`,
    "the database name afterglow-staging",
    "the bucket afterglow-media-staging",
    "the rate-limit namespace 2001",
    "the address https://photos.example.com",
  ]);
});
