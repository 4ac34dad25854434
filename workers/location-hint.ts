/** The place of a request's sender, as Cloudflare finds it. Longitude in degrees, as text. */
type Whereabouts = Pick<IncomingRequestCfPropertiesGeographicInformation, "continent" | "longitude">;

/** Borders between two regions of a continent: degrees of longitude. */
const MIDDLE_OF_EUROPE = 15;
const MIDDLE_OF_NORTH_AMERICA = -100;
const EAST_OF_THE_MIDDLE_EAST = 60;

/**
 * Returns the location hint for the hub of a member at this place (Cloudflare docs, Durable Objects "Data location");
 * undefined when the place is unknown. Without a hint an object is created near the caller.
 */
export function locationHint({ continent, longitude }: Whereabouts): DurableObjectLocationHint | undefined {
  const degrees = Number.parseFloat(longitude ?? "");
  const split = (border: number, west: DurableObjectLocationHint, east: DurableObjectLocationHint) => {
    if (Number.isNaN(degrees)) return undefined;
    return degrees < border ? west : east;
  };
  switch (continent) {
    case "AF":
      return "afr";
    case "AS":
      return split(EAST_OF_THE_MIDDLE_EAST, "me", "apac");
    case "EU":
      return split(MIDDLE_OF_EUROPE, "weur", "eeur");
    case "NA":
      return split(MIDDLE_OF_NORTH_AMERICA, "wnam", "enam");
    case "OC":
      return "oc";
    case "SA":
      return "sam";
    default:
      return undefined;
  }
}

/**
 * Returns the location hint for the hub of the member who sends this request
 * (docs/decisions/0020-one-hub-a-member.md). Not for another member's hub.
 */
export function ownHubHint(request: Request): DurableObjectLocationHint | undefined {
  // The properties of an incoming request; the type of `Request` in the browser, which the pages need, lacks them.
  const { cf } = request as { cf?: Whereabouts };
  return cf && locationHint(cf);
}
