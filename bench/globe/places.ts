/**
 * The places of the simulation. Round trips are typical of the public internet between cities, rounded. Hubs and
 * replicas of the database are in the regions where Cloudflare has them (Cloudflare docs, Durable Objects "Data
 * location", D1 "Global read replication"): none in South America, Africa or India, so theirs are in the nearest of
 * `regions`. Regions nearest to none of these places (Western North America, Eastern Europe) are left out.
 */
export const places = {
  frankfurt: { name: "Frankfurt", continent: "EU", longitude: "8.7" },
  "sao-paulo": { name: "São Paulo", continent: "SA", longitude: "-46.6" },
  sydney: { name: "Sydney", continent: "OC", longitude: "151.2" },
  mumbai: { name: "Mumbai", continent: "AS", longitude: "72.9" },
  lagos: { name: "Lagos", continent: "AF", longitude: "3.4" },
  virginia: { name: "Virginia", continent: "NA", longitude: "-77.5" },
  singapore: { name: "Singapore", continent: "AS", longitude: "103.8" },
} as const;

export type Place = keyof typeof places;

/** The cities of the members. */
export const homes = ["frankfurt", "sao-paulo", "sydney", "mumbai", "lagos"] as const satisfies Place[];

/** The regions that can have the database, its replicas and hubs. */
export const regions = ["virginia", "frankfurt", "singapore", "sydney"] as const satisfies Place[];
export type Region = (typeof regions)[number];

/** Between a member and the data centre of their city, in milliseconds. */
export const LAST_MILE = 20;
/** Between two data centres of one city, in milliseconds. */
const SAME_CITY = 2;

/** In milliseconds, each pair once. */
const roundTrips: Record<Place, Partial<Record<Place, number>>> = {
  frankfurt: { "sao-paulo": 205, sydney: 280, mumbai: 125, lagos: 100, virginia: 90, singapore: 160 },
  "sao-paulo": { sydney: 320, mumbai: 305, lagos: 210, virginia: 115, singapore: 330 },
  sydney: { mumbai: 150, lagos: 380, virginia: 200, singapore: 92 },
  mumbai: { lagos: 220, virginia: 195, singapore: 60 },
  lagos: { virginia: 185, singapore: 250 },
  virginia: { singapore: 220 },
  singapore: {},
};

/** Returns the milliseconds of a round trip between two data centres. */
export function roundTrip(a: Place, b: Place): number {
  if (a === b) return SAME_CITY;
  const ms = roundTrips[a][b] ?? roundTrips[b][a];
  if (ms === undefined) throw new Error(`There is no round trip between ${a} and ${b}.`);
  return ms;
}

/** Returns the region with the shortest round trip: that of a place's replica, and of a hub created from there. */
export function nearestRegion(place: Place): Region {
  return regions.reduce((best, one) => (roundTrip(place, one) < roundTrip(place, best) ? one : best));
}

/** The region in which a hub with a location hint is created. */
const hintedRegions: Record<string, Region> = {
  wnam: "virginia",
  enam: "virginia",
  sam: "virginia",
  weur: "frankfurt",
  eeur: "frankfurt",
  afr: "frankfurt",
  me: "frankfurt",
  apac: "singapore",
  oc: "sydney",
};

/** Returns the region in which a hub is created: the hinted one, or the nearest to the caller. */
export function regionOfHub(caller: Place, hint: string | undefined): Region {
  if (hint === undefined) return nearestRegion(caller);
  const region = hintedRegions[hint];
  if (!region) throw new Error(`The location hint ${hint} is not in the table.`);
  return region;
}

/** Returns whether data between two places enters or leaves the continent of the database. */
export function crosses(a: Place, b: Place, database: Region): boolean {
  const [from, to, home] = [a, b, database].map((place) => places[place].continent);
  return from !== to && (from === home || to === home);
}

export const isPlace = (name: string): name is Place => Object.hasOwn(places, name);
