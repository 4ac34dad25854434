import { useLingui } from "@lingui/react/macro";
import { Link, NavLink } from "react-router";
import type { UserSummary } from "~/contract/accounts";
import { nameOf } from "~/contract/site-name";
import { UnreadBadge } from "~/features/chat/unread-badge";
import { NotificationsBell } from "~/features/notifications/notifications-bell";
import { MobileSearch } from "~/features/search/mobile-search";
import { SearchBox } from "~/features/search/search-box";
import { classNames } from "~/ui/class-names";
import { Logo, Logomark } from "~/ui/logo";
import { AvatarMenu } from "./avatar-menu";
import { NoScriptMenu } from "./no-script-menu";
import { sectionClasses, sections } from "./sections";

/** The bar at the top of every page of a signed-in member. */
export function TopBar({ viewer }: { viewer: UserSummary }) {
  const { i18n, t } = useLingui();
  return (
    <header className="top-bar safe-x sticky top-(--view-top) z-40 border-line border-b bg-paper/85 pt-[env(safe-area-inset-top)] backdrop-blur-md">
      <div className="mx-auto flex h-[min(4rem,72px)] max-w-5xl items-center justify-between gap-[min(1rem,16px)] px-[min(1rem,16px)] md:grid md:grid-cols-[1fr_minmax(0,20rem)_1fr]">
        <Link
          to="/feed"
          className="touch inline-flex shrink-0 items-center justify-center rounded-control md:justify-self-start"
        >
          <Logomark className="md:hidden" />
          <span translate="no" className="sr-only md:hidden">
            {nameOf(i18n)}
          </span>
          <Logo className="max-md:hidden" />
        </Link>
        <SearchBox className="w-full max-md:hidden" />
        <MobileSearch className="min-w-0 flex-1 md:hidden" />
        <div className="flex items-center gap-1 md:justify-self-end">
          <nav
            aria-label={t({ message: "Main", comment: "Name of the main navigation for screen readers" })}
            className="group hidden items-center gap-1 md:flex"
          >
            {sections.map(({ to, label, icon: Icon, hasUnread }) => (
              <NavLink
                key={to}
                to={to}
                end
                data-tooltip={t(label)}
                className={(state) =>
                  classNames(
                    "touch relative inline-flex items-center justify-center rounded-full transition-colors hover:bg-wash active:bg-line",
                    sectionClasses(state),
                  )
                }
              >
                <Icon aria-hidden className="size-6" />
                {hasUnread ? <UnreadBadge label={t(label)} /> : <span className="sr-only">{t(label)}</span>}
              </NavLink>
            ))}
          </nav>
          <NotificationsBell />
          <AvatarMenu viewer={viewer} />
          <NoScriptMenu viewer={viewer} />
        </div>
      </div>
    </header>
  );
}
