import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { Link2, Share } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { UserSummary } from "~/contract/accounts";
import type { PostView } from "~/contract/posts";
import { itemsOf } from "~/features/api/pager";
import { useConnections } from "~/features/api/use-connections";
import { Avatar } from "~/ui/avatar";
import { Button } from "~/ui/button";
import { MemberNames } from "~/ui/member-names";
import { SearchInput } from "~/ui/search-input";
import { Loading, RowSkeletons } from "~/ui/skeleton";
import { copyLink, shareExternally, shareWith } from "./share-actions";

const row =
  "flex min-h-11 w-full items-center gap-3 rounded-control px-3 py-2 text-start hover:bg-wash [&>svg]:size-5 [&>svg]:shrink-0";

/** "Copy link", "Share externally", and the viewer's connections. A default export, because `lazy` needs one. */
export default function SharePanel({ post, close }: { post: PostView; close: () => void }) {
  const { username } = post.user;
  const act = (run: () => Promise<unknown>) => () => {
    close();
    void run();
  };
  /** The popover stays open after a failure, because "Copy link" may still work. */
  async function share() {
    if (await shareExternally(post)) close();
  }
  return (
    <div className="p-1.5">
      <button type="button" className={row} onClick={act(() => copyLink(post.id))}>
        <Link2 aria-hidden />
        <Trans>Copy link</Trans>
      </button>
      <button type="button" className={row} onClick={() => void share()}>
        <Share aria-hidden />
        <Trans>Share externally</Trans>
      </button>
      <h2 className="mx-3 mt-2 border-line border-t pt-3 pb-1 font-semibold text-muted text-sm">
        <Trans comment="Heading above the list of connections to share a post with">Share with</Trans>
      </h2>
      {post.visibility === "connections" && (
        <p className="px-3 pb-1 text-muted text-sm">
          <Trans>
            Only connections of <bdi translate="no">{username}</bdi> can open it.
          </Trans>
        </p>
      )}
      <Connections>
        {(user) => (
          <button type="button" className={row} onClick={act(() => shareWith(post.id, user))}>
            <Avatar name={user.fullName} image={user.profileImage} size="sm" />
            <MemberNames username={user.username} fullName={user.fullName} />
          </button>
        )}
      </Connections>
    </div>
  );
}

/** The viewer's connections, with a search where they fill more than a page. */
function Connections({ children }: { children: (user: UserSummary) => ReactNode }) {
  const { t } = useLingui();
  const [query, setQuery] = useState("");
  const { list, searched, loadMore } = useConnections(query);
  const { phase, next } = list;
  const members = itemsOf(list);
  const [isLong, setIsLong] = useState(false);
  if (!isLong && members.length > 0 && next !== null) setIsLong(true);
  return (
    <>
      {isLong && (
        <div className="px-3 pb-1">
          <SearchInput label={t`Search connections`} value={query} onType={setQuery} />
        </div>
      )}
      <ul>
        {members.map((user) => (
          <li key={user.id}>{children(user)}</li>
        ))}
      </ul>
      {phase === "loading" && (
        <Loading label={t`Loading your connections`}>
          <RowSkeletons count={2} />
        </Loading>
      )}
      {phase === "failed" && (
        <p role="alert" className="px-3 py-2 text-muted text-sm">
          <Trans>Your connections could not be loaded.</Trans>
        </p>
      )}
      {members.length === 0 && next === null && (
        <p role="status" className="px-3 pt-1 pb-3 text-muted text-sm">
          {searched ? t`No connections found` : t`You have no connections yet`}
        </p>
      )}
      {next !== null && phase !== "loading" && (
        <Button variant="quiet" size="small" className="m-3" onClick={loadMore}>
          {t(moreTexts[phase])}
        </Button>
      )}
    </>
  );
}

const moreTexts = { idle: msg`Show more`, failed: msg`Retry`, paused: msg`Keep looking` };
