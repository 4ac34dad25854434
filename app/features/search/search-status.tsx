import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import type { MemberSearch } from "~/features/api/use-member-search";

/** Renders what a search for members does, or how many it has found. */
export function SearchStatus({ search }: { search: MemberSearch }) {
  const { t } = useLingui();
  switch (search.state) {
    case "loading":
      return <span key="loading">{t`Loading...`}</span>;
    case "failed":
      return <span key="failed">{t`An error occurred while searching. Please try again.`}</span>;
    case "found": {
      const { length } = search.users;
      const found = t({
        message: plural(length, { one: "# found", other: "# found" }),
        comment: "The number of members that a search has found",
      });
      return <span key="found">{length > 0 ? found : t`No users found`}</span>;
    }
    default:
      return null;
  }
}
