import { Trans, useLingui } from "@lingui/react/macro";
import { Compass } from "lucide-react";
import { type MouseEvent, useEffect, useState } from "react";
import { Link } from "react-router";
import type { UserSummary } from "~/contract/accounts";
import type { Surroundings } from "~/contract/explore";
import { SEARCH_MIN } from "~/contract/limits";
import { api } from "~/features/api/client";
import { useMemberSearch } from "~/features/api/use-member-search";
import { suggestionText } from "~/features/people/reason-text";
import { Avatar } from "~/ui/avatar";
import { BackGesture } from "~/ui/back-gesture";
import { MemberNames } from "~/ui/member-names";
import { TagLinks } from "~/ui/tag-links";
import { RecentSearches } from "./recent-searches";
import { SearchStatus } from "./search-status";

interface Props {
  memberId: string;
  /** The text of the field. */
  typed: string;
  onClose: () => void;
}

/** The panel under a phone's search field. A default export, as `useQuietPart` needs it. */
export default function MobilePanel({ memberId, typed, onClose }: Props) {
  const isTyped = typed.trim().length >= SEARCH_MIN;
  function close(event: MouseEvent<HTMLElement>) {
    if (event.target instanceof Element && event.target.closest("a")) onClose();
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the handlers serve the links inside.
    // biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link is a click.
    <div
      // Keeps the focus in the field: Safari does not focus a pressed link, so blur would close the panel first.
      onMouseDown={(event) => event.preventDefault()}
      onClick={close}
      className="absolute inset-x-0 top-full h-dvh animate-appear overflow-y-auto overscroll-contain bg-paper px-4 pb-[calc(6rem+var(--keyboard))]"
    >
      <BackGesture onBack={onClose} />
      <EscapeKey onPress={onClose} />
      {isTyped ? <Members typed={typed} /> : <Start memberId={memberId} />}
    </div>
  );
}

function EscapeKey({ onPress }: { onPress: () => void }) {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      // The browser would clear the field, which opens the panel again.
      event.preventDefault();
      onPress();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [onPress]);
  return null;
}

/** Recent searches, Explore, people and hashtags. */
function Start({ memberId }: { memberId: string }) {
  const { t, i18n } = useLingui();
  const [around, setAround] = useState<Surroundings | null>(null);
  useEffect(() => {
    // Without them the panel has the rest.
    api("GET /api/explore/surroundings").then(setAround, () => undefined);
  }, []);
  return (
    <>
      <RecentSearches memberId={memberId} />
      <Link to="/explore" className="mt-4 flex min-h-11 items-center gap-3 font-semibold">
        <span className="inline-flex size-10 items-center justify-center rounded-full bg-wash">
          <Compass aria-hidden className="size-5" />
        </span>
        <span>
          <Trans>Explore</Trans>
        </span>
      </Link>
      {around && around.suggestions.length > 0 && (
        <section aria-labelledby="people-around" className="mt-4">
          <h2 id="people-around" className="font-semibold text-lg">
            <Trans>People you may know</Trans>
          </h2>
          <ul>
            {around.suggestions.map(({ reason, ...member }) => (
              <Member key={member.id} member={member} note={reason && suggestionText(i18n, reason)} />
            ))}
          </ul>
        </section>
      )}
      <TagLinks title={t`Trending this week`} tags={around?.tags ?? []} />
    </>
  );
}

/** The members whose names match the text. */
function Members({ typed }: { typed: string }) {
  const { t } = useLingui();
  const search = useMemberSearch(typed, true);
  const users = search.state === "found" ? search.users : [];
  return (
    <>
      <p role="status" className={users.length > 0 ? "sr-only" : "py-4 text-muted"}>
        <SearchStatus search={search} />
      </p>
      <ul aria-label={t`People`} className="pt-2">
        {users.map((user) => (
          <Member key={user.id} member={user} />
        ))}
      </ul>
      <Link
        to={`/search?q=${encodeURIComponent(typed.trim())}`}
        className="flex min-h-11 items-center font-semibold text-ember-strong"
      >
        <Trans>View all results</Trans>
      </Link>
    </>
  );
}

function Member({ member, note }: { member: UserSummary; note?: string | null }) {
  return (
    <li>
      <Link to={`/profile/${member.username}`} className="flex min-h-14 items-center gap-3">
        <Avatar name={member.fullName} image={member.profileImage} />
        <MemberNames username={member.username} fullName={note || member.fullName} />
      </Link>
    </li>
  );
}
