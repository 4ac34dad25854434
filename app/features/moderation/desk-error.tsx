import { isRouteErrorResponse, useRouteError } from "react-router";
import { NotFound } from "~/features/pages/not-found";
import { ErrorState } from "~/ui/states";

/** Renders the error of a page of the desk. To members the desk does not exist. */
export function DeskError() {
  const error = useRouteError();
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFound />;
  return <ErrorState level={1} title="Failed to load the desk. Please try again later." />;
}
