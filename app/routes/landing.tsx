import { LandingPage } from "~/features/landing/landing-page";
import { visitorsOnly } from "~/page-context";
import type { Route } from "./+types/landing";

/** Whole without JavaScript, so it loads none. */
export const handle = { hydrate: false };

export const meta: Route.MetaFunction = () => [
  { title: "Afterglow · Share moments, create memories" },
  {
    name: "description",
    content:
      "A quiet place for photos and the people in them: share, talk as it happens, and make images out of words.",
  },
];

export function loader({ context }: Route.LoaderArgs) {
  visitorsOnly(context);
  return null;
}

export default LandingPage;
