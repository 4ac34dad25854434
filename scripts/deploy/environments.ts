import type { Unstable_Config } from "wrangler";

/** The resources of one environment. Their names are unique in an account or on the Internet. */
type Resources = Pick<
  Unstable_Config,
  "name" | "d1_databases" | "r2_buckets" | "ratelimits" | "routes" | "vars" | "durable_objects"
>;

/** The id in the committed wrangler.toml. It belongs to no database, so a clone cannot be deployed by accident. */
export const PLACEHOLDER_DATABASE_ID = "00000000-0000-0000-0000-000000000000";

/** Returns a line per shared resource: a deployment to one environment would change the other's data or rate limits. */
export function sharedResources(one: Resources, other: Resources): string[] {
  const names = new Set(resourcesOf(other));
  return resourcesOf(one)
    .filter((name) => names.has(name))
    .map((name) => `Two environments of wrangler.toml share ${name}: each needs its own.`);
}

function resourcesOf({
  name,
  d1_databases,
  r2_buckets,
  ratelimits,
  routes,
  vars,
  durable_objects,
}: Resources) {
  const databases = d1_databases.flatMap(({ database_id, database_name }) => [
    ...(database_id === PLACEHOLDER_DATABASE_ID ? [] : [`the database ${database_id}`]),
    `the database name ${database_name}`,
  ]);
  return [
    `the Worker ${name}`,
    ...databases,
    ...r2_buckets.map(({ bucket_name }) => `the bucket ${bucket_name}`),
    ...ratelimits.map(({ namespace_id }) => `the rate-limit namespace ${namespace_id}`),
    ...(routes ?? []).map((route) => `the address ${typeof route === "string" ? route : route.pattern}`),
    ...(vars.AFTERGLOW_SITE ? [`the address ${vars.AFTERGLOW_SITE}`] : []),
    ...durable_objects.bindings.flatMap(({ script_name }) =>
      script_name ? [`the Worker ${script_name}`] : [],
    ),
  ];
}
