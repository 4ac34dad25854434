import { useLingui } from "@lingui/react/macro";
import { type ReactNode, useRef } from "react";
import { Link, useLocation } from "react-router";
import { BackLink } from "~/ui/back-link";
import { classNames } from "~/ui/class-names";
import { Page } from "~/ui/page";
import { useDeskKeys } from "./use-desk-keys";

interface Props {
  title: ReactNode;
  /** The shortcuts of the page, in words. */
  keys: string;
  /** The people whose accounts wait for approval, where the page knows. */
  waiting?: number;
  children: ReactNode;
}

/** Renders a page of the moderators' desk, with its links, its keyboard shortcuts and the name of the build. */
export function Desk({ title, keys, waiting = 0, children }: Props) {
  const { t, i18n } = useLingui();
  const desk = useRef<HTMLDivElement>(null);
  useDeskKeys(desk);
  const signUps = t({ message: "Sign-ups", comment: "The part of a page about who can sign up" });
  const isQueue = useLocation().pathname === "/moderation";
  return (
    <div ref={desk}>
      <Page title={title} back={<BackLink to={isQueue ? "/feed" : "/moderation"} />}>
        <div className="flex items-center gap-x-6 border-line border-b">
          <nav aria-label={t`Moderation`} className="flex flex-wrap gap-x-6">
            <DeskLink
              to="/moderation"
              label={t({ message: "Queue", comment: "The open reports" })}
              shortcut="q"
            />
            <DeskLink
              to="/moderation/sign-ups"
              label={waiting > 0 ? `${signUps} · ${i18n.number(waiting)}` : signUps}
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
          </nav>
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

/** Renders the link to a section. A report and a decision belong to the queue, a member to the members. */
function DeskLink({ to, label, shortcut }: { to: string; label: string; shortcut: string }) {
  const { pathname } = useLocation();
  const section =
    ["/moderation/sign-ups", "/moderation/members", "/moderation/log", "/moderation/site"].find(
      (path) => path === pathname || pathname.startsWith(`${path}/`),
    ) ?? "/moderation";
  return (
    <Link
      to={to}
      data-key={shortcut}
      aria-current={pathname === to ? "page" : section === to ? "true" : undefined}
      className="touch -mb-px inline-flex items-center justify-center border-transparent border-b-2 font-semibold text-muted text-sm transition-colors hover:text-ink aria-[current]:border-ink aria-[current]:text-ink"
    >
      {label}
    </Link>
  );
}

/** Renders a part of a page of the desk. */
export function DeskPart({
  title,
  className,
  children,
}: {
  title: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    <section aria-label={title} className={classNames("mt-8 border-line border-t pt-5", className)}>
      <h2 className="title mb-3 text-xl">{title}</h2>
      {children}
    </section>
  );
}
