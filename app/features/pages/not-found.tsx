import { Trans, useLingui } from "@lingui/react/macro";
import { Compass } from "lucide-react";
import { ButtonLink } from "~/ui/button";
import { ErrorPage } from "./error-page";

/** Renders the page for unknown paths (docs/product.md#routes). */
export function NotFound() {
  const { t } = useLingui();
  return (
    <ErrorPage
      icon={<Compass aria-hidden />}
      title={t`404 Page Not Found`}
      text={t`We couldn't find this page. Check the address, or go back home.`}
    >
      <ButtonLink to="/">
        <Trans>Go home</Trans>
      </ButtonLink>
    </ErrorPage>
  );
}
