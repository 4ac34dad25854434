import { Plural, Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { ProfileView } from "~/contract/accounts";
import { listTitles } from "~/features/connections/list-titles";
import { LinkedText } from "~/features/text/linked-text";
import { Avatar } from "~/ui/avatar";

/** Name, counts and bio of a member. `actions` are the buttons beside the name. */
export function ProfileHeader({ profile, actions }: { profile: ProfileView; actions?: ReactNode }) {
  const { t } = useLingui();
  return (
    <header className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-5 gap-y-4 px-4 md:items-start md:gap-x-12 md:px-2">
      <Avatar
        name={profile.fullName}
        image={profile.profileImage}
        size="xxl"
        className="max-md:[&>span]:size-[min(6rem,112px)]! max-md:[&>span]:text-4xl! md:row-span-3"
      />
      <div className="contents min-w-0 flex-wrap items-center gap-x-5 gap-y-3 md:flex">
        <h1 dir="ltr" translate="no" className="title w-fit min-w-0 max-w-full truncate text-3xl">
          {profile.username}
        </h1>
        {actions && (
          <div className="flex flex-wrap items-center gap-2 max-md:col-span-2 max-md:row-start-3 max-md:[&>:first-child]:flex-1">
            {actions}
          </div>
        )}
      </div>
      <dl className="figures flex flex-wrap justify-around gap-x-[min(1.5rem,24px)] gap-y-3 max-md:col-span-2 max-md:border-line max-md:border-y max-md:py-3 md:justify-start md:gap-x-8">
        <Count label={t`Posts`} value={profile.postCount} />
        <Count
          label={t(listTitles.connected)}
          value={profile.followerCount}
          to={`/profile/${profile.username}/connected`}
        />
        <Count
          label={t(listTitles.connecting)}
          value={profile.followingCount}
          to={`/profile/${profile.username}/connecting`}
        />
      </dl>
      <div className="max-md:col-span-2 max-md:row-start-2">
        <p dir="auto" className="w-fit font-semibold">
          {profile.fullName}
        </p>
        {profile.bio && (
          <p dir="auto" className="wrap-anywhere w-fit max-w-full whitespace-pre-line">
            <LinkedText text={profile.bio} />
          </p>
        )}
        <MutualConnections {...profile.mutualConnections} />
      </div>
    </header>
  );
}

/** "Connected with amara", "Connected with amara and noah", "Connected with amara and 3 others you know". */
function MutualConnections({ count, usernames }: ProfileView["mutualConnections"]) {
  const [first, second] = usernames;
  if (!first) return null;
  const others = count - 1;
  return (
    <p className="mt-1 text-muted text-sm">
      {count > 2 ? (
        <span key="others">
          <Trans>
            Connected with <MemberLink username={first} /> and{" "}
            <span>
              <Plural value={others} one="# other you know" other="# others you know" />
            </span>
          </Trans>
        </span>
      ) : count === 2 && second ? (
        <span key="two">
          <Trans>
            Connected with <MemberLink username={first} /> and <MemberLink username={second} />
          </Trans>
        </span>
      ) : (
        <span key="one">
          <Trans>
            Connected with <MemberLink username={first} />
          </Trans>
        </span>
      )}
    </p>
  );
}

function MemberLink({ username }: { username: string }) {
  return (
    <Link
      to={`/profile/${username}`}
      dir="ltr"
      translate="no"
      className="wrap-anywhere font-semibold text-ink hover:underline"
    >
      {username}
    </Link>
  );
}

function Count({ label, value, to }: { label: string; value: number; to?: string }) {
  const { i18n } = useLingui();
  return (
    <div className="relative flex flex-col-reverse items-center md:flex-row-reverse md:items-baseline md:gap-1.5">
      <dt className="text-muted text-sm md:text-base">
        {to ? (
          <Link to={to} className="after:absolute after:-inset-2 hover:underline">
            {label}
          </Link>
        ) : (
          label
        )}
      </dt>
      <dd className="font-semibold">{i18n.number(value)}</dd>
    </div>
  );
}
