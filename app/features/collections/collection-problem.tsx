import { Bookmark } from "lucide-react";
import { ButtonLink } from "~/ui/button";
import { EmptyState, ErrorState } from "~/ui/states";

/** The page of a collection that does not exist, is another member's, or did not load. */
export function CollectionProblem({ notFound }: { notFound: boolean }) {
  if (!notFound) return <ErrorState level={1} title="Failed to load collection. Please try again later." />;
  return (
    <EmptyState
      icon={<Bookmark aria-hidden />}
      title="Collection Not Found"
      level={1}
      text="It may have been deleted, or the link may be wrong."
      action={<ButtonLink to="/profile?tab=saved">Saved photos</ButtonLink>}
    />
  );
}
