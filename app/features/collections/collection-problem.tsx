import { Trans, useLingui } from "@lingui/react/macro";
import { Bookmark } from "lucide-react";
import { ButtonLink } from "~/ui/button";
import { EmptyState, ErrorState } from "~/ui/states";

/** The page of a collection that does not exist, is another member's, or did not load. */
export function CollectionProblem({ notFound }: { notFound: boolean }) {
  const { t } = useLingui();
  if (!notFound)
    return <ErrorState level={1} title={t`Failed to load collection. Please try again later.`} />;
  return (
    <EmptyState
      icon={<Bookmark aria-hidden />}
      title={t`Collection Not Found`}
      level={1}
      text={t`It may have been deleted, or the link may be wrong.`}
      action={
        <ButtonLink to="/profile?tab=saved">
          <Trans>Saved photos</Trans>
        </ButtonLink>
      }
    />
  );
}
