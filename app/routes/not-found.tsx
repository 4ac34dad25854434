import { data } from "react-router";
import { NotFound } from "~/features/pages/not-found";
import type { Route } from "./+types/not-found";

export const meta: Route.MetaFunction = () => [{ title: "404 Page Not Found · Afterglow" }];

/** Any other path: the page, with the status that goes with it. */
export function loader() {
  return data(null, { status: 404 });
}

export default NotFound;
