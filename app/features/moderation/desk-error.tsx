import { Trans, useLingui } from "@lingui/react/macro";
import { Compass } from "lucide-react";
import { isRouteErrorResponse, useRouteError } from "react-router";
import { ButtonLink } from "~/ui/button";
import { EmptyState, ErrorState } from "~/ui/states";

/** Renders the error of a page of the desk. To members the desk does not exist. */
export function DeskError() {
  const { t } = useLingui();
  const error = useRouteError();
  if (isRouteErrorResponse(error) && error.status === 404) {
    return (
      <EmptyState
        level={1}
        icon={<Compass aria-hidden />}
        title={t`404 Page Not Found`}
        text={t`We could not find this page. Check the address, or go back home.`}
        action={
          <ButtonLink to="/feed">
            <Trans>Go home</Trans>
          </ButtonLink>
        }
      />
    );
  }
  return <ErrorState level={1} title={t`Failed to load the desk. Please try again later.`} />;
}
