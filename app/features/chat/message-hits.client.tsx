import { Trans, useLingui } from "@lingui/react/macro";
import type { FoundChat } from "~/contract/chat";
import { apiPage } from "~/features/api/client";
import { Avatar } from "~/ui/avatar";
import { FoundMessage, SearchState } from "./found-message";
import { useMessageSearch } from "./use-message-search";

const load = (q: string, cursor: string | null, signal: AbortSignal) =>
  apiPage("GET /api/chat/search", { query: { q, cursor }, signal });

/** The messages that a query finds, one for each conversation, under the chats that it finds by name. */
export default function MessageHits({ query, hasChats }: { query: string; hasChats: boolean }) {
  const { t } = useLingui();
  const search = useMessageSearch<FoundChat>(query, load);
  if (!search) return null;
  return (
    <section aria-labelledby="message-hits" className="px-2 pb-2">
      <h2
        id="message-hits"
        className={search.items.length > 0 ? "px-2.5 pt-2 pb-1 text-muted text-sm" : "sr-only"}
      >
        <Trans comment="Heading of the messages that a search has found">In messages</Trans>
      </h2>
      <ul>
        {search.items.map(({ user, message }) => (
          <li key={message.id}>
            <FoundMessage
              username={user.username}
              name={user.fullName || user.username}
              message={message}
              query={query}
              avatar={<Avatar name={user.fullName || user.username} image={user.profileImage} size="lg" />}
            />
          </li>
        ))}
      </ul>
      <SearchState search={search} moreText={t`Search older chats`}>
        {!hasChats && <Trans>No messages found</Trans>}
      </SearchState>
    </section>
  );
}
