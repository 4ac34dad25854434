import { Link2, Share } from "lucide-react";
import { type ReactNode, useCallback, useEffect, useState } from "react";
import type { ConnectionItem } from "~/contract/connections";
import type { PostView } from "~/contract/posts";
import { api } from "~/features/api/client";
import { Avatar } from "~/ui/avatar";
import { Button } from "~/ui/button";
import { MemberNames } from "~/ui/member-names";
import { Loading, RowSkeletons } from "~/ui/skeleton";
import { copyLink, shareExternally, shareWith } from "./share-actions";

const row =
  "flex min-h-11 w-full items-center gap-3 rounded-control px-3 py-2 text-start hover:bg-wash [&>svg]:size-5 [&>svg]:shrink-0";

/** "Copy link", "Share externally", and the viewer's connections. A default export, because `lazy` needs one. */
export default function SharePanel({ post, close }: { post: PostView; close: () => void }) {
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
        Copy link
      </button>
      <button type="button" className={row} onClick={() => void share()}>
        <Share aria-hidden />
        Share externally
      </button>
      <h2 className="mx-3 mt-2 border-line border-t pt-3 pb-1 font-semibold text-muted text-sm">
        Share with
      </h2>
      {post.visibility === "connections" && (
        <p className="px-3 pb-1 text-muted text-sm">
          Only connections of <bdi translate="no">{post.user.username}</bdi> can open it.
        </p>
      )}
      <Connections>
        {({ user }) => (
          <button type="button" className={row} onClick={act(() => shareWith(post.id, user))}>
            <Avatar name={user.fullName} image={user.profileImage} size="sm" />
            <MemberNames username={user.username} fullName={user.fullName} />
          </button>
        )}
      </Connections>
    </div>
  );
}

type LoadState = { step: "loading" } | { step: "failed" } | { step: "ready"; connections: ConnectionItem[] };

function Connections({ children }: { children: (connection: ConnectionItem) => ReactNode }) {
  const [state, setState] = useState<LoadState>({ step: "loading" });
  const load = useCallback((signal?: AbortSignal) => {
    api("GET /api/connections", { signal }).then(
      (connections) => setState({ step: "ready", connections }),
      () => signal?.aborted || setState({ step: "failed" }),
    );
  }, []);
  useEffect(() => {
    const controller = new AbortController();
    load(controller.signal);
    return () => controller.abort();
  }, [load]);

  function retry() {
    setState({ step: "loading" });
    load();
  }
  if (state.step === "loading") {
    return (
      <Loading label="Loading your connections">
        <RowSkeletons count={2} />
      </Loading>
    );
  }
  if (state.step === "failed") {
    return (
      <p
        key="failed"
        role="alert"
        className="flex items-center justify-between gap-3 px-3 py-2 text-muted text-sm"
      >
        Your connections could not be loaded.
        <Button look="quiet" size="small" onClick={retry}>
          Retry
        </Button>
      </p>
    );
  }
  if (state.connections.length === 0) {
    return <p className="px-3 pt-1 pb-3 text-muted text-sm">You have no connections yet</p>;
  }
  return (
    <ul>
      {state.connections.map((connection) => (
        <li key={connection.user.id}>{children(connection)}</li>
      ))}
    </ul>
  );
}
