import { Trans, useLingui } from "@lingui/react/macro";
import { ImageOff } from "lucide-react";
import { ButtonLink } from "~/ui/button";
import { EmptyState } from "~/ui/states";

/** The page for the URL of a post that does not exist (docs/product.md#posts). */
export function PostNotFound() {
  const { t } = useLingui();
  return (
    <EmptyState
      icon={<ImageOff aria-hidden />}
      title={t`Post Not Found`}
      level={1}
      text={t`It may have been deleted, or the link may be wrong.`}
      action={
        <ButtonLink to="/feed">
          <Trans>Back to feed</Trans>
        </ButtonLink>
      }
    />
  );
}
