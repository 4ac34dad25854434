import { SearchX } from "lucide-react";
import { Link } from "react-router";
import type { UserSummary } from "~/contract/accounts";
import { SEARCH_MIN } from "~/contract/limits";
import { Avatar } from "~/ui/avatar";
import { EmptyState } from "~/ui/states";

/** Renders the search results page (docs/product.md#search). */
export function SearchResults({ query, users }: { query: string; users: UserSummary[] }) {
  return (
    <div className="mx-auto max-w-3xl px-4 py-8">
      <h1 className="title wrap-anywhere line-clamp-3 text-3xl">Search Results for "{query}"</h1>
      {users.length > 0 ? (
        <ul className="mt-6 grid gap-3 sm:grid-cols-2">
          {users.map((user) => (
            <li key={user.id}>
              <Link
                to={`/profile/${user.username}`}
                className="flex items-center gap-4 rounded-card border border-line bg-surface p-4 transition-colors hover:bg-wash"
              >
                <Avatar name={user.fullName} image={user.profileImage} size="lg" />
                <span className="min-w-0">
                  <span className="block truncate font-semibold">{user.username}</span>
                  <span className="block truncate text-muted">{user.fullName}</span>
                </span>
              </Link>
            </li>
          ))}
        </ul>
      ) : (
        <EmptyState
          icon={<SearchX aria-hidden />}
          title="No Results Found"
          text={
            query.length < SEARCH_MIN
              ? `Type at least ${SEARCH_MIN} characters of a name.`
              : "No member matches that name. Try the beginning of a username or a full name."
          }
        />
      )}
    </div>
  );
}
