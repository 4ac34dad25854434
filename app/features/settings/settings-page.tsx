import { useLingui } from "@lingui/react/macro";
import { ArrowLeft } from "lucide-react";
import type { ReactNode } from "react";
import { Link, useLocation } from "react-router";
import { classNames } from "~/ui/class-names";
import { ErrorState } from "~/ui/states";
import { isPage, type OptionName, type PageName, settingsOptions, settingsPages, titleOf } from "./options";

interface Props {
  /** The page, or the option that has one of its own. */
  of: PageName | OptionName;
  /** In place of the name. */
  title?: string;
  /** Below the title. */
  text?: ReactNode;
  children: ReactNode;
}

/** Renders a settings page with a link to its parent. Beside the rows, only an option's page has that link. */
export function SettingsPage({ of, title, text, children }: Props) {
  const { t } = useLingui();
  const { pathname } = useLocation();
  // The heading of the rows is beside it there.
  const Heading = pathname === "/settings" ? "h2" : "h1";
  const parent = isPage(of) ? null : settingsOptions[of].page;
  return (
    <div className="relative">
      <Link
        to={parent ? `/settings/${parent}` : "/settings"}
        className={classNames(
          "touch-around mb-3 inline-flex items-center gap-1.5 rounded-sm font-medium text-muted text-sm hover:text-ink",
          parent ? "lg:-start-9 lg:absolute lg:top-2 lg:mb-0" : "lg:hidden",
        )}
      >
        <ArrowLeft aria-hidden className="size-5 rtl:-scale-x-100" />
        <span className={parent ? "lg:sr-only" : undefined}>
          {parent ? t(settingsPages[parent].title) : t`Settings`}
        </span>
      </Link>
      <Heading className="title text-3xl">{title ?? t(titleOf(of))}</Heading>
      {text && <p className="wrap-anywhere mt-2 text-muted">{text}</p>}
      <div className="mt-5">{children}</div>
    </div>
  );
}

/** The error boundary of the pages. */
export function SettingsError() {
  const { t } = useLingui();
  return <ErrorState level={1} title={t`Failed to load your settings. Please try again later.`} />;
}
