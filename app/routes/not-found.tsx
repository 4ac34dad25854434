import { msg } from "@lingui/core/macro";
import { data } from "react-router";
import { NotFound } from "~/features/pages/not-found";

export const handle = { title: msg`404 Page Not Found` };

/** Sets the status 404 for paths that no other route matches. */
export function loader() {
  return data(null, { status: 404 });
}

export default NotFound;
