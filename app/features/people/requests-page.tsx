import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { UserPlus } from "lucide-react";
import { Link } from "react-router";
import { apiPage } from "~/features/api/client";
import { useViewer } from "~/features/session/viewer";
import { BackLink } from "~/ui/back-link";
import { Page } from "~/ui/page";
import { EmptyState } from "~/ui/states";
import { loneLink } from "~/ui/text-link";
import type { LoadedMembers } from "./connections-page";
import { MemberList } from "./member-list";
import { PeopleNav } from "./people-nav";

const boxes = {
  received: {
    title: msg`Received requests`,
    other: { label: msg`Sent requests`, to: "?list=sent" },
    empty: msg`Requests to connect with you appear here until you answer them.`,
  },
  sent: {
    title: msg`Sent requests`,
    other: { label: msg`Received requests`, to: "?" },
    empty: msg`Your requests appear here until they are answered.`,
  },
} as const;

/** The viewer's connection requests that wait for an answer, received or sent (docs/product.md#connections). */
export function RequestsPage({ box, page, cursor }: LoadedMembers & { box: "received" | "sent" }) {
  const { t } = useLingui();
  const username = useViewer()?.username;
  const { title, other, empty } = boxes[box];
  return (
    <Page
      title={t(title)}
      note={
        <Link to={other.to} className={loneLink}>
          {t(other.label)}
        </Link>
      }
      isNarrow
      back={<BackLink to="/profile" />}
    >
      {username && <PeopleNav username={username} current="requests" isOwn />}
      <MemberList
        key={`${box} ${cursor}`}
        name={t(title)}
        first={page}
        load={(next) => apiPage(`GET /api/connections/requests/${box}`, { query: { cursor: next } })}
        linkTo={(next) => `?${new URLSearchParams({ list: box, cursor: next })}`}
        empty={<EmptyState icon={<UserPlus aria-hidden />} title={t`No Requests`} text={t(empty)} />}
      />
    </Page>
  );
}
