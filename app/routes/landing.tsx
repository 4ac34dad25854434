import { msg } from "@lingui/core/macro";
import { site } from "~/contract/site-name";
import { LandingPage } from "~/features/landing/landing-page";
import { visitorsOnly } from "~/page-context";
import { hasFlash } from "~/platform/cookies";
import type { Route } from "./+types/landing";

/** Needs no JavaScript; loads it only to show a pending toast (see root.tsx). */
export const handle = {
  fullTitle: msg`${site} · Share moments, create memories`,
  hydrate: false,
  card: "landing",
  description: msg`A quiet place for your photos and the people in them: share moments, chat in real time, and create images with AI.`,
};

export function loader({ context, request, url }: Route.LoaderArgs) {
  visitorsOnly(context, url);
  return { hasToast: hasFlash(request) };
}

export default LandingPage;
