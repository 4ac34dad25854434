import { useLingui } from "@lingui/react/macro";
import { type ReactNode, useEffect, useRef } from "react";
import { Link } from "react-router";
import type { ListedMember } from "~/contract/connections";
import { itemsOf } from "~/features/api/pager";
import { ConnectButton } from "~/features/connections/connect-button";
import { NextPage } from "~/features/grid/next-page";
import { type GridSource, useGridPages } from "~/features/grid/use-grid-pages";
import { onMissedFrames } from "~/realtime/missed-frames";
import { Avatar } from "~/ui/avatar";
import { MemberNames } from "~/ui/member-names";
import { useReload } from "~/ui/router/use-reload";
import { Loading, RowSkeletons } from "~/ui/skeleton";

interface Props extends GridSource<ListedMember> {
  /** The link to the page at a cursor, for readers without JavaScript. */
  linkTo: (cursor: string) => string;
  /** Rendered when there is no member. */
  empty: ReactNode;
}

/** Members with their connection buttons; loads pages while the viewer scrolls. Its `key` must change with the list. */
export function MemberList({ linkTo, empty, ...source }: Props) {
  const { t } = useLingui();
  const { first } = source;
  const { list, loadMore, refreshRest, sentinel } = useGridPages(source);
  const { next, phase } = list;
  const members = itemsOf(list);
  const reload = useReload();
  // At first, because pages that Back restores are as old as their frames.
  const isRestOld = useRef(true);
  useEffect(() => {
    if (isRestOld.current) void refreshRest(first);
    isRestOld.current = false;
  }, [first, refreshRest]);
  useEffect(
    () =>
      onMissedFrames(() => {
        isRestOld.current = true;
        void reload();
      }),
    [reload],
  );
  if (members.length === 0 && next === null) return empty;
  return (
    <>
      <ul aria-label={source.name} className="mt-4 divide-y divide-line">
        {members.map((member) => (
          <MemberRow key={member.id} member={member} />
        ))}
      </ul>
      <div ref={sentinel} />
      {phase === "loading" && (
        <Loading label={t`Loading members`}>
          <RowSkeletons count={3} />
        </Loading>
      )}
      <NextPage
        {...{ list, loadMore, linkTo }}
        label={t`More members`}
        failure={t`More members could not be loaded.`}
      />
    </>
  );
}

interface MemberRowProps {
  member: ListedMember;
  note?: string | null;
  action?: ReactNode;
}

/**
 * A member with the connection button.
 * @param note a text below the names
 * @param action a button after the connection button
 */
export function MemberRow({ member, note, action }: MemberRowProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <Link
        to={`/profile/${member.username}`}
        className="flex min-h-11 min-w-0 flex-1 basis-44 items-center gap-3 rounded-control"
      >
        <Avatar name={member.fullName} image={member.profileImage} />
        <span className="min-w-0">
          <MemberNames username={member.username} fullName={member.fullName} />
          {note && <span className="wrap-anywhere block text-muted text-sm">{note}</span>}
        </span>
      </Link>
      {member.connection && <ConnectButton member={member} status={member.connection} inList />}
      {action}
    </li>
  );
}
