import { UserSearch, Users } from "lucide-react";
import { Form } from "react-router";
import type { ListedMember } from "~/contract/connections";
import { apiPage, type Page } from "~/features/api/client";
import { useViewer } from "~/features/session/viewer";
import { BackLink } from "~/ui/back-link";
import { Button } from "~/ui/button";
import { Field } from "~/ui/field";
import { Page as PageColumn } from "~/ui/page";
import { EmptyState } from "~/ui/states";
import { MemberList } from "./member-list";
import { PeopleNav } from "./people-nav";

/** A page of a list of members as a loader returns it. */
export interface LoadedMembers {
  page: Page<ListedMember>;
  cursor: string | null;
}

interface Props extends LoadedMembers {
  username: string;
  direction: "connected" | "connecting";
  query: string;
}

const titles = { connected: "Connected", connecting: "Connecting" } as const;

/** The members connected with a member, with a search by name (docs/product.md#connections). */
export function ConnectionsPage({ username, direction, query, page, cursor }: Props) {
  const title = titles[direction];
  const isOwn = useViewer()?.username === username;
  return (
    <PageColumn
      title={title}
      note={<bdi translate="no">{username}</bdi>}
      isNarrow
      back={<BackLink to={`/profile/${username}`} />}
    >
      <PeopleNav username={username} current={direction} isOwn={isOwn} />
      <search aria-label={title}>
        <Form className="mt-5 flex items-end gap-2">
          <Field
            // A new query is a new default value.
            key={query}
            label="Name or username"
            type="search"
            name="q"
            defaultValue={query}
            enterKeyHint="search"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            className="min-w-0 flex-1"
          />
          <Button type="submit" look="quiet">
            Find
          </Button>
        </Form>
      </search>
      <MemberList
        key={`${username} ${direction} ${query} ${cursor}`}
        name={query ? `${title}: ${query}` : title}
        first={page}
        load={(next) =>
          apiPage(`GET /api/users/profile/{username}/${direction}`, {
            params: { username },
            query: { q: query, cursor: next },
          })
        }
        linkTo={(next) => `?${new URLSearchParams({ ...(query && { q: query }), cursor: next })}`}
        empty={
          query ? (
            <EmptyState
              icon={<UserSearch aria-hidden />}
              title="No Results Found"
              text="Nobody in this list has that name."
            />
          ) : (
            <EmptyState
              icon={<Users aria-hidden />}
              title="Nobody Yet"
              text={
                direction === "connected"
                  ? "Members whose requests were accepted appear here."
                  : "Members who have accepted a request appear here."
              }
            />
          )
        }
      />
    </PageColumn>
  );
}
