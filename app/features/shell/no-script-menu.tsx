import { Trans, useLingui } from "@lingui/react/macro";
import { Bell } from "lucide-react";
import type { SessionViewer } from "~/features/session/viewer";
import { Avatar } from "~/ui/avatar";
import { classNames } from "~/ui/class-names";
import { panelClasses } from "~/ui/panel-classes";

const item = "flex min-h-11 w-full items-center rounded-control px-3 hover:bg-wash";

/**
 * Renders links and a form in place of the bell and the avatar's menu, whose buttons are hidden without JavaScript.
 * Only the document has them, so the browser does not load their code.
 */
export function NoScriptMenu({ viewer }: { viewer: SessionViewer }) {
  return <noscript>{import.meta.env.SSR && <Menu viewer={viewer} />}</noscript>;
}

function Menu({ viewer: { username, fullName, profileImage, isModerator } }: { viewer: SessionViewer }) {
  const { t } = useLingui();
  const links = [
    { label: t`Profile`, to: "/profile" },
    { label: t`Settings`, to: "/settings" },
    { label: t`Explore`, to: "/explore" },
    { label: t`Requests`, to: "/requests" },
    { label: t`Saved and collections`, to: "/profile?tab=saved" },
    ...(isModerator ? [{ label: t`Moderation`, to: "/moderation" }] : []),
  ];
  return (
    <div className="flex items-center gap-1">
      <a
        href="/notifications"
        className="touch inline-flex items-center justify-center rounded-full hover:bg-wash"
      >
        <Bell aria-hidden className="size-6" />
        <span className="sr-only">
          <Trans>Notifications</Trans>
        </span>
      </a>
      <details className="relative">
        <summary
          aria-label={t`Your menu`}
          className="touch inline-flex list-none items-center justify-center rounded-full hover:bg-wash [&::-webkit-details-marker]:hidden"
        >
          <Avatar name={fullName} image={profileImage} size="sm" />
        </summary>
        <div className={classNames(panelClasses, "absolute end-0 top-full mt-1.5 min-w-48 p-1.5")}>
          <p className="wrap-anywhere px-3 pt-2 pb-2.5">
            <bdi translate="no">{username}</bdi>
          </p>
          <hr className="mx-3 my-1.5 border-line" />
          {links.map(({ label, to }) => (
            <a key={to} href={to} className={item}>
              {label}
            </a>
          ))}
          <hr className="mx-3 my-1.5 border-line" />
          <form method="post" action="/logout">
            <button type="submit" className={item}>
              <Trans>Log out</Trans>
            </button>
          </form>
        </div>
      </details>
    </div>
  );
}
