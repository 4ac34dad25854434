import { Link } from "react-router";
import { RequestCount } from "~/features/connections/request-count";
import { classNames } from "~/ui/class-names";
import { besides } from "~/ui/origin";

const REQUESTS = { label: "Requests", to: "/requests" };

/** The links between a member's lists; one's own include the requests. */
export function PeopleNav({
  username,
  current,
  isOwn,
}: {
  username: string;
  current: "connected" | "connecting" | "requests";
  isOwn: boolean;
}) {
  const lists = [
    { label: "Connected", to: `/profile/${username}/connected` },
    { label: "Connecting", to: `/profile/${username}/connecting` },
    ...(isOwn ? [REQUESTS] : []),
  ];
  return (
    <nav
      aria-label="Lists of members"
      className="flex flex-wrap gap-x-[min(1.5rem,24px)] border-line border-b"
    >
      {lists.map(({ label, to }) => {
        const isCurrent = label.toLowerCase() === current;
        return (
          <Link
            key={to}
            to={to}
            state={besides}
            aria-current={isCurrent ? "page" : undefined}
            className={classNames(
              "touch -mb-px inline-flex items-center border-b-2 px-1 font-semibold text-sm",
              isCurrent ? "border-ink" : "border-transparent text-muted hover:text-ink",
            )}
          >
            <span>{label}</span>
            {to === REQUESTS.to && <RequestCount />}
          </Link>
        );
      })}
    </nav>
  );
}
