import { data } from "react-router";
import { NotFound } from "~/features/pages/not-found";
import type { Route } from "./+types/not-found";

export const meta: Route.MetaFunction = () => [{ title: "404 Page Not Found · Afterglow" }];

/** Sets the status 404 for paths that no other route matches. */
export function loader() {
  return data(null, { status: 404 });
}

export default NotFound;
