import { Trans, useLingui } from "@lingui/react/macro";
import { UserRoundX } from "lucide-react";
import { isRouteErrorResponse } from "react-router";
import { ButtonLink } from "~/ui/button";
import { EmptyState, ErrorState } from "~/ui/states";

/**
 * The page for a profile that does not exist or did not load (docs/product.md#profile). A route does not re-export it:
 * React Router passes the error only to an error boundary declared in the route.
 */
export function ProfileProblem({ error }: { error: unknown }) {
  const { t } = useLingui();
  if (!isRouteErrorResponse(error) || error.status !== 404)
    return <ErrorState level={1} title={t`Failed to load profile. Please try again later.`} />;
  return (
    <EmptyState
      icon={<UserRoundX aria-hidden />}
      title={t`User Not Found`}
      level={1}
      text={t`There is no member with this username.`}
      action={
        <ButtonLink to="/feed">
          <Trans>Back to feed</Trans>
        </ButtonLink>
      }
    />
  );
}
