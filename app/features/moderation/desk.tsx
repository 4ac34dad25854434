import { useLingui } from "@lingui/react/macro";
import { type ReactNode, useRef } from "react";
import { Link, useLocation, useRouteLoaderData } from "react-router";
import type { DeskCounts } from "~/contract/moderation-views";
import { BackLink } from "~/ui/back-link";
import { classNames } from "~/ui/class-names";
import { Page } from "~/ui/page";
import { useDeskKeys } from "./use-desk-keys";

interface Props {
  title: ReactNode;
  /** The shortcuts of the page alone, in words. */
  keys?: string;
  children: ReactNode;
}

/** Renders a page of the moderators' desk, with its links, its keyboard shortcuts and the name of the build. */
export function Desk({ title, keys, children }: Props) {
  const desk = useRef<HTMLDivElement>(null);
  useDeskKeys(desk);
  const isQueue = useLocation().pathname === "/moderation";
  return (
    <div ref={desk}>
      <Page title={title} back={<BackLink to={isQueue ? "/feed" : "/moderation"} />}>
        <div className="flex items-center gap-x-6 border-line border-b">
          <DeskNav />
          <span className="ms-auto text-end text-muted text-sm max-md:hidden">{keys}</span>
        </div>
        {children}
        <footer translate="no" className="mt-10 text-muted text-sm">
          {import.meta.env.AFTERGLOW_BUILD_NAME}
        </footer>
      </Page>
    </div>
  );
}

/** The data of the layout's loader. */
type DeskState = DeskCounts & { isAdmin: boolean };

function DeskNav() {
  const { t } = useLingui();
  const state = useRouteLoaderData<DeskState>("routes/moderation-layout");
  return (
    <nav aria-label={t`Moderation`} className="flex flex-wrap gap-x-6">
      <DeskLink
        to="/moderation"
        label={t({ message: "Queue", comment: "The open reports" })}
        count={state?.queue}
        shortcut="q"
      />
      <DeskLink
        to="/moderation/sign-ups"
        label={t({ message: "Sign-ups", comment: "The part of a page about who can sign up" })}
        count={state?.signUps}
        shortcut="p"
      />
      <DeskLink to="/moderation/members" label={t`Members`} shortcut="m" />
      <DeskLink
        to="/moderation/log"
        label={t({ message: "Log", comment: "The list of all decisions of moderators" })}
        shortcut="l"
      />
      <DeskLink
        to="/moderation/site"
        label={t({ message: "Site", comment: "Afterglow as a whole, in the log of moderators" })}
        shortcut="i"
      />
      {state?.isAdmin && (
        <DeskLink
          to="/moderation/dashboard"
          label={t({ message: "Dashboard", comment: "A page with charts about the site" })}
          shortcut="b"
        />
      )}
    </nav>
  );
}

interface LinkProps {
  to: string;
  label: string;
  /** The number of waiting entries. */
  count?: number;
  shortcut: string;
}

/** Renders a section's link with its shortcut. Reports and decisions belong to the queue, a member to the members. */
function DeskLink({ to, label, count = 0, shortcut }: LinkProps) {
  const { i18n } = useLingui();
  const { pathname } = useLocation();
  const section =
    [
      "/moderation/sign-ups",
      "/moderation/members",
      "/moderation/log",
      "/moderation/site",
      "/moderation/dashboard",
    ].find((path) => path === pathname || pathname.startsWith(`${path}/`)) ?? "/moderation";
  return (
    <Link
      to={to}
      aria-keyshortcuts={shortcut}
      aria-current={pathname === to ? "page" : section === to ? "true" : undefined}
      className="touch -mb-px inline-flex items-center justify-center border-transparent border-b-2 font-semibold text-muted text-sm transition-colors hover:text-ink aria-[current]:border-ink aria-[current]:text-ink"
    >
      <span>{count > 0 ? `${label} · ${i18n.number(count)}` : label}</span>
      <kbd
        aria-hidden
        translate="no"
        className="ms-1.5 font-normal font-sans text-muted text-xs max-md:hidden"
      >
        {shortcut}
      </kbd>
    </Link>
  );
}

interface DeskPartProps {
  /** For links to the part. */
  id?: string;
  title: string;
  className?: string;
  children: ReactNode;
}

/** Renders a part of a page of the desk. */
export function DeskPart({ id, title, className, children }: DeskPartProps) {
  return (
    <section
      id={id}
      aria-label={title}
      className={classNames("mt-8 scroll-mt-(--top-bar) border-line border-t pt-5", className)}
    >
      <h2 className="title mb-3 text-xl">{title}</h2>
      {children}
    </section>
  );
}
