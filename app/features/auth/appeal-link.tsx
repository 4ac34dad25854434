import { Link } from "react-router";
import { SUSPENDED } from "~/contract/texts";
import { loneLink } from "~/ui/text-link";

/** Renders the link to the appeal when a log-in failed because the account is suspended, and nothing otherwise. */
export function AppealLink({ errors }: { errors: string[] | undefined }) {
  if (!errors?.[0]?.startsWith(SUSPENDED)) return null;
  return (
    <Link to="/appeal" className={loneLink}>
      Appeal against this decision
    </Link>
  );
}
