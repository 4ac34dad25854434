import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { UserRound } from "lucide-react";
import { NavLink } from "react-router";
import { UnreadBadge } from "~/features/chat/unread-badge";
import { classNames } from "~/ui/class-names";
import { useWritingAttribute } from "~/ui/keyboard";
import { type Section, sectionClasses, sections } from "./sections";

const profile: Section = { to: "/profile", label: msg`Profile`, icon: UserRound };

/** The navigation bar at the bottom of a phone. The post button is highlighted. */
export function BottomBar() {
  const { t } = useLingui();
  useWritingAttribute();
  return (
    <nav
      aria-label={t({ message: "Main", comment: "Name of the main navigation for screen readers" })}
      className="bottom-bar group safe-x safe-bottom fixed inset-x-0 bottom-0 z-40 border-line border-t bg-paper/90 backdrop-blur-md md:hidden"
    >
      <ul className="mx-auto flex h-[min(3.5rem,72px)] max-w-md items-stretch">
        {[...sections, profile].map(({ to, label, icon: Icon, hasUnread }) => (
          <li key={to} className="flex flex-1 justify-center">
            <NavLink
              to={to}
              end
              className={(state) =>
                classNames(
                  "relative flex w-full max-w-16 items-center justify-center rounded-control active:opacity-60",
                  to === "/post"
                    ? classNames(
                        "my-1.5 max-w-14! bg-ink text-paper",
                        state.isPending && "pending opacity-60",
                      )
                    : sectionClasses(state),
                )
              }
            >
              <Icon aria-hidden className="size-6" />
              {hasUnread ? <UnreadBadge label={t(label)} /> : <span className="sr-only">{t(label)}</span>}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
