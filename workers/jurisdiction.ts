/** Jurisdictions (https://developers.cloudflare.com/durable-objects/reference/data-location/). */
const JURISDICTIONS = ["eu", "fedramp"] as const;

/**
 * Returns the bindings with the hubs of the site's jurisdiction, if it has one
 * (docs/deploy.md#data-in-the-european-union). A hub with one is another object than without.
 * @throws for a jurisdiction that does not exist
 */
export function inJurisdiction(env: Env): Env {
  const { AFTERGLOW_JURISDICTION: name } = env;
  if (!name) return env;
  const jurisdiction = JURISDICTIONS.find((one) => one === name);
  if (!jurisdiction) throw new Error(`AFTERGLOW_JURISDICTION must be one of ${JURISDICTIONS.join(", ")}.`);
  return { ...env, USER_HUB: env.USER_HUB.jurisdiction(jurisdiction) };
}
