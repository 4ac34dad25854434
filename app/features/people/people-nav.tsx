import { useLingui } from "@lingui/react/macro";
import { Link } from "react-router";
import { listTitles } from "~/features/connections/list-titles";
import { RequestCount } from "~/features/connections/request-count";
import { classNames } from "~/ui/class-names";
import { besides } from "~/ui/origin";

interface Props {
  username: string;
  current: "connected" | "connecting" | "requests";
  isOwn: boolean;
}

/** The links between a member's lists; one's own include the requests. */
export function PeopleNav({ username, current, isOwn }: Props) {
  const { t } = useLingui();
  const lists = [
    { name: "connected", to: `/profile/${username}/connected` },
    { name: "connecting", to: `/profile/${username}/connecting` },
    ...(isOwn ? [{ name: "requests", to: "/requests" } as const] : []),
  ] as const;
  return (
    <nav
      aria-label={t`Lists of members`}
      className="relative flex gap-x-[min(0.75rem,12px)] overflow-x-auto shadow-[inset_0_-1px_var(--line)] sm:gap-x-6"
    >
      {lists.map(({ name, to }) => {
        const isCurrent = name === current;
        return (
          <Link
            key={to}
            to={to}
            state={besides}
            aria-current={isCurrent ? "page" : undefined}
            className={classNames(
              "touch inline-flex shrink-0 items-center border-b-2 px-1 font-semibold text-sm -outline-offset-2",
              isCurrent ? "border-ink" : "border-transparent text-muted hover:text-ink",
            )}
          >
            <span>{t(listTitles[name])}</span>
            {name === "requests" && <RequestCount />}
          </Link>
        );
      })}
    </nav>
  );
}
