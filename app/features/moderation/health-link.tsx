import { Trans } from "@lingui/react/macro";
import { Link } from "react-router";
import { loneLink } from "~/ui/text-link";

/** Renders the link to the health page, for admins. */
export function HealthLink() {
  return (
    <p className="mt-4">
      <Link to="/moderation/site/health" className={loneLink}>
        <Trans>Health of the site, and a test email</Trans>
      </Link>
    </p>
  );
}
