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
    title: "Received requests",
    other: { label: "Sent requests", to: "?list=sent" },
    empty: "Requests to connect with you appear here until you answer them.",
  },
  sent: {
    title: "Sent requests",
    other: { label: "Received requests", to: "?" },
    empty: "Your requests appear here until they are answered.",
  },
} as const;

/** The viewer's connection requests that wait for an answer, received or sent (docs/product.md#connections). */
export function RequestsPage({ box, page, cursor }: LoadedMembers & { box: "received" | "sent" }) {
  const username = useViewer()?.username;
  const { title, other, empty } = boxes[box];
  return (
    <Page
      title={title}
      note={
        <Link to={other.to} className={loneLink}>
          {other.label}
        </Link>
      }
      isNarrow
      back={<BackLink to="/profile" />}
    >
      {username && <PeopleNav username={username} current="requests" isOwn />}
      <MemberList
        key={`${box} ${cursor}`}
        name={title}
        first={page}
        load={(next) => apiPage(`GET /api/connections/requests/${box}`, { query: { cursor: next } })}
        linkTo={(next) => `?${new URLSearchParams({ list: box, cursor: next })}`}
        empty={<EmptyState icon={<UserPlus aria-hidden />} title="No Requests" text={empty} />}
      />
    </Page>
  );
}
