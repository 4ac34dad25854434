import { createContext, type ReactNode, useContext, useState } from "react";
import { type Location, NavigationType, useLocation, useNavigationType } from "react-router";

/** The page from which the member came. */
export interface Origin {
  to: string;
  /** Its history entry is the one before, so that Back leads to it. */
  isPrevious: boolean;
}

/** The current location, and the origin of each visited history entry by its key. */
export interface Trail {
  location: Pick<Location, "key" | "pathname" | "search" | "state">;
  origins: ReadonlyMap<string, Origin>;
}

/** The state of a link between pages side by side, such as a post and the next one: they have the same origin. */
export const besides = { isBeside: true } as const;

/** Origins are kept for this number of entries. */
const MAX_ORIGINS = 50;

/** Returns the trail after a navigation. A page keeps its origin when its query changes or its entry is replaced. */
export function nextTrail(
  { location: from, origins }: Trail,
  to: Trail["location"],
  type: NavigationType,
): Trail {
  const former = origins.get(from.key);
  let origin: Origin | undefined;
  if (type === NavigationType.Pop) origin = origins.get(to.key);
  else if (type === NavigationType.Replace) origin = former;
  else if (from.pathname === to.pathname || to.state?.isBeside)
    origin = former && { ...former, isPrevious: false };
  else origin = { to: from.pathname + from.search, isPrevious: true };
  const others = [...origins].filter(([key]) => key !== to.key).slice(-MAX_ORIGINS);
  return { location: to, origins: new Map(origin ? [...others, [to.key, origin]] : others) };
}

const OriginContext = createContext<Origin | null>(null);

/** Follows the navigations of the document, for the links back. */
export function OriginProvider({ children }: { children: ReactNode }) {
  const location = useLocation();
  const type = useNavigationType();
  const [trail, setTrail] = useState<Trail>({ location, origins: new Map() });
  if (trail.location.key !== location.key) setTrail(nextTrail(trail, location, type));
  return <OriginContext value={trail.origins.get(location.key) ?? null}>{children}</OriginContext>;
}

/** Returns the page from which the member came to this one within the document; null when they came from elsewhere. */
export function useOrigin(): Origin | null {
  return useContext(OriginContext);
}
