import { UserRoundX } from "lucide-react";
import { ButtonLink } from "~/ui/button";
import { EmptyState, ErrorState } from "~/ui/states";

/** What stands in for a profile that is not there, or did not load (spec point 2). */
export function ProfileProblem({ notFound }: { notFound: boolean }) {
  if (!notFound) return <ErrorState level={1} title="Failed to load profile. Please try again later." />;
  return (
    <EmptyState
      icon={<UserRoundX aria-hidden />}
      title="User Not Found"
      level={1}
      text="Nobody goes by that name here."
      action={<ButtonLink to="/feed">Back to feed</ButtonLink>}
    />
  );
}
