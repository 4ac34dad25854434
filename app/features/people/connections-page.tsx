import { Trans, useLingui } from "@lingui/react/macro";
import { UserSearch, Users } from "lucide-react";
import { Form } from "react-router";
import type { ListedMember } from "~/contract/connections";
import { apiPage, type Page } from "~/features/api/client";
import { listTitles } from "~/features/connections/list-titles";
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

/** The members connected with a member, with a search by name (docs/product.md#connections). */
export function ConnectionsPage({ username, direction, query, page, cursor }: Props) {
  const { t } = useLingui();
  const title = t(listTitles[direction]);
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
            label={t`Name or username`}
            type="search"
            name="q"
            defaultValue={query}
            enterKeyHint="search"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            className="min-w-0 flex-1"
          />
          <Button type="submit" variant="quiet">
            <Trans comment="Button that searches a list of members">Find</Trans>
          </Button>
        </Form>
      </search>
      <MemberList
        key={`${username} ${direction} ${query} ${cursor}`}
        name={
          query
            ? t({
                message: `${title}: ${query}`,
                comment: "A list and its search, such as “Connected: mira”",
              })
            : title
        }
        first={page}
        load={(next) =>
          apiPage(`GET /api/users/profile/{username}/${direction}`, {
            params: { username },
            query: { q: query, cursor: next },
          })
        }
        linkTo={(next) => `?${new URLSearchParams({ ...(query && { q: query }), cursor: next })}`}
        empty={<Nobody isSearch={query !== ""} direction={direction} />}
      />
    </PageColumn>
  );
}

function Nobody({ isSearch, direction }: { isSearch: boolean } & Pick<Props, "direction">) {
  const { t } = useLingui();
  return isSearch ? (
    <EmptyState
      icon={<UserSearch aria-hidden />}
      title={t`No Results Found`}
      text={t`Nobody in this list has that name.`}
    />
  ) : (
    <EmptyState
      icon={<Users aria-hidden />}
      title={t`Nobody Yet`}
      text={
        direction === "connected"
          ? t`Members whose requests were accepted appear here.`
          : t`Members who have accepted a request appear here.`
      }
    />
  );
}
