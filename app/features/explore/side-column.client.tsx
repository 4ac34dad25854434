import { Trans, useLingui } from "@lingui/react/macro";
import { Compass } from "lucide-react";
import { useEffect, useState } from "react";
import { Link } from "react-router";
import type { Surroundings } from "~/contract/explore";
import { SUGGESTIONS_SHOWN } from "~/contract/limits";
import { site } from "~/contract/site-name";
import { api } from "~/features/api/client";
import { CountBadge } from "~/features/connections/request-count";
import { MemberRow } from "~/features/people/member-list";
import { Suggestions } from "~/features/people/suggestions";
import { useViewer } from "~/features/session/viewer";
import { onFrame } from "~/realtime/frames";
import { link } from "~/realtime/link";
import { onMissedFrames } from "~/realtime/missed-frames";
import { Avatar } from "~/ui/avatar";
import { MemberNames } from "~/ui/member-names";
import { TagLinks } from "~/ui/tag-links";
import { loneLink } from "~/ui/text-link";

/** The last reply: Back to the feed shows it while a new one is loaded. */
let last: Surroundings | null = null;

/** Received requests shown; their own page has all. */
const REQUESTS_SHOWN = 3;

/** The viewer's profile, requests, suggestions, hashtags and links. A default export, as `useQuietPart` needs it. */
export default function SideColumnContent() {
  const { t } = useLingui();
  const viewer = useViewer();
  const around = useSurroundings(viewer?.id);
  return (
    <section aria-label={t`Around you`} className="sticky top-20 animate-appear pt-5 pb-8 text-sm">
      {viewer && (
        <Link to="/profile" className="flex items-center gap-4 rounded-control">
          <Avatar name={viewer.fullName} image={viewer.profileImage} size="lg" />
          <MemberNames username={viewer.username} fullName={viewer.fullName} />
        </Link>
      )}
      <Link
        to="/explore"
        className="mt-4 flex min-h-11 items-center gap-3 font-semibold text-base hover:underline"
      >
        <Compass aria-hidden className="size-6" />
        <Trans>Explore</Trans>
      </Link>
      {around && (
        <>
          <Requests requests={around.requests} />
          <Suggestions members={around.suggestions} max={SUGGESTIONS_SHOWN} />
          {around.suggestions.length > SUGGESTIONS_SHOWN && (
            <Link to="/search?show=people" className={loneLink}>
              <Trans>More people</Trans>
            </Link>
          )}
          <TagLinks title={t`Trending this week`} tags={around.tags} />
        </>
      )}
      <nav aria-label={t`About ${site}`} className="mt-8 flex gap-5 text-muted">
        <Link to="/about" className="touch-around hover:underline">
          <Trans comment="Link to the page about Afterglow">About</Trans>
        </Link>
        <Link to="/terms" className="touch-around hover:underline">
          <Trans comment="Terms of use">Terms</Trans>
        </Link>
        <Link to="/privacy" className="touch-around hover:underline">
          <Trans comment="Link to the privacy policy">Privacy</Trans>
        </Link>
      </nav>
    </section>
  );
}

/**
 * Returns what is around the viewer; null before it is loaded, and while that fails. Loads it when the column is shown,
 * when a request arrives or is cancelled, and after a loss of the link.
 */
function useSurroundings(viewerId: string | undefined): Surroundings | null {
  const [around, setAround] = useState(last);
  useEffect(() => {
    let isGone = false;
    const load = () =>
      api("GET /api/explore/surroundings").then(
        (loaded) => {
          last = loaded;
          if (!isGone) setAround(loaded);
        },
        () => undefined,
      );
    void load();
    const stops = [
      onMissedFrames(() => void load(), link.state === "lost"),
      onFrame("connection_status", ({ toUserId, status }) => {
        // After the viewer's own change the rows show it: a new reply would leave them out.
        if (toUserId === viewerId && (status === "pending" || status === "cancelled")) void load();
      }),
    ];
    return () => {
      isGone = true;
      for (const stop of stops) stop();
    };
  }, [viewerId]);
  return around;
}

function Requests({ requests }: Pick<Surroundings, "requests">) {
  if (requests.length === 0) return null;
  return (
    <section aria-labelledby="waiting" className="mt-6">
      <h2 id="waiting" className="flex items-center font-semibold text-lg">
        <Link to="/requests" className="touch-around hover:underline">
          <Trans comment="Requests to connect">Requests</Trans>
        </Link>
        <CountBadge count={requests.length} />
      </h2>
      <ul className="mt-2 divide-y divide-line">
        {requests.slice(0, REQUESTS_SHOWN).map((member) => (
          <MemberRow key={member.id} member={member} />
        ))}
      </ul>
    </section>
  );
}
