/** Jurisdictions (https://developers.cloudflare.com/durable-objects/reference/data-location/). */
const JURISDICTIONS = ["eu", "fedramp"] as const;

/**
 * Returns the jurisdiction of the site's hubs, if it has one (docs/deploy.md#data-in-the-european-union).
 * @throws for a jurisdiction that does not exist
 */
export function jurisdictionOf({
  AFTERGLOW_JURISDICTION: name,
}: Pick<Env, "AFTERGLOW_JURISDICTION">): (typeof JURISDICTIONS)[number] | null {
  if (!name) return null;
  const jurisdiction = JURISDICTIONS.find((one) => one === name);
  if (!jurisdiction) throw new Error(`AFTERGLOW_JURISDICTION must be one of ${JURISDICTIONS.join(", ")}.`);
  return jurisdiction;
}
