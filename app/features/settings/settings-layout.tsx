import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useStore } from "@nanostores/react";
import {
  Ban,
  Bell,
  CircleUserRound,
  FolderDown,
  Image,
  Info,
  KeyRound,
  type LucideIcon,
  Palette,
  Shield,
} from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Form, useLocation, useNavigate, useRouteLoaderData, useSearchParams } from "react-router";
import { useViewer } from "~/features/session/viewer";
import { classNames } from "~/ui/class-names";
import { Field } from "~/ui/field";
import { themeNames, useTheme } from "~/ui/theme";
import { formerAnchors, type PageName, pathOf, settingsOptions, settingsPages } from "./options";
import { Row, Rows } from "./row";
import { $canInvite, searchOptions } from "./search-options";

const icons: Record<PageName, LucideIcon> = {
  account: CircleUserRound,
  security: KeyRound,
  notifications: Bell,
  privacy: Shield,
  photos: Image,
  appearance: Palette,
  blocked: Ban,
  data: FolderDown,
  about: Info,
};

/** Renders the rows beside the chosen page; on phones, one of them (docs/product.md#settings). */
export function SettingsLayout({ children }: { children: ReactNode }) {
  const { pathname, hash } = useLocation();
  const navigate = useNavigate();
  const isIndex = pathname === "/settings";
  const formerly = isIndex ? formerAnchors[hash] : undefined;
  useEffect(() => {
    if (formerly) void navigate(formerly, { replace: true });
  }, [formerly, navigate]);
  return (
    <div className="mx-auto max-w-2xl px-4 py-8 lg:grid lg:max-w-5xl lg:grid-cols-[18rem_minmax(0,1fr)] lg:items-start lg:gap-16">
      <SettingsNav isIndex={isIndex} pathname={pathname} />
      <div className={isIndex ? "hidden lg:block" : undefined}>{children}</div>
    </div>
  );
}

function SettingsNav({ isIndex, pathname }: { isIndex: boolean; pathname: string }) {
  const { t } = useLingui();
  const [search] = useSearchParams();
  const [query, setQuery] = useState(search.get("q") ?? "");
  const field = useRef<HTMLInputElement>(null);
  // The member may have typed before the page was hydrated.
  useEffect(() => setQuery(field.current?.value ?? ""), []);
  const Heading = isIndex ? "h1" : "p";
  return (
    <nav
      aria-label={t`Settings`}
      className={classNames(
        "lg:sticky lg:top-(--top-bar) lg:-mx-3 lg:-my-8 lg:max-h-[calc(100dvh-var(--top-bar))] lg:overflow-y-auto lg:px-3 lg:py-8",
        !isIndex && "hidden lg:block",
      )}
    >
      <Heading className="title text-3xl">
        <Trans>Settings</Trans>
      </Heading>
      <Form role="search" aria-label={t`Search settings`} action="/settings" className="mt-5 mb-4">
        <Field
          ref={field}
          type="search"
          name="q"
          label={t`Search settings`}
          labelHidden
          placeholder={t`Search settings`}
          autoComplete="off"
          defaultValue={query}
          onInput={(event) => setQuery(event.currentTarget.value)}
        />
      </Form>
      {query.trim() ? <Found query={query} /> : <Pages pathname={isIndex ? "/settings/account" : pathname} />}
    </nav>
  );
}

function Pages({ pathname }: { pathname: string }) {
  const { t } = useLingui();
  const viewer = useViewer();
  const theme = useTheme();
  const values: Partial<Record<PageName, string>> = {
    account: viewer ? `${viewer.fullName} · ${viewer.username}` : undefined,
    appearance: t(themeNames[theme]),
  };
  const current = pageAt(pathname);
  // The keys of the record are the names.
  const names = Object.keys(settingsPages) as PageName[];
  return (
    <Rows>
      {names.map((name) => {
        const Icon = icons[name];
        const { title, line } = settingsPages[name];
        return (
          <Row
            key={name}
            to={`/settings/${name}`}
            icon={<Icon aria-hidden className="size-5.5" />}
            title={t(title)}
            line={values[name] ?? t(line)}
            isCurrent={name === current}
          />
        );
      })}
    </Rows>
  );
}

/** Returns the page that an address belongs to: its own, or that of the option whose address it is. */
function pageAt(pathname: string): string | undefined {
  const option = Object.values(settingsOptions).find((each) => "path" in each && each.path === pathname);
  return option?.page ?? pathname.split("/")[2];
}

/** Returns whether sign-ups need an invitation, loaded by the account page; at `/settings` also without JavaScript. */
function useCanInvite(): boolean {
  const account = useRouteLoaderData<{ canInvite: boolean }>("routes/settings");
  const known = useStore($canInvite, { ssr: "initial" });
  return account?.canInvite ?? known;
}

function Found({ query }: { query: string }) {
  const { i18n, t } = useLingui();
  const canInvite = useCanInvite();
  const found = searchOptions(i18n, query).filter((name) => canInvite || name !== "invitations");
  const { length } = found;
  return (
    <>
      <p role="status" className={length === 0 ? "py-3 text-muted" : "sr-only"}>
        {length === 0
          ? t`No settings found`
          : t({ message: plural(length, { one: "# setting found", other: "# settings found" }) })}
      </p>
      <Rows>
        {found.map((name) => {
          const { label, page } = settingsOptions[name];
          return <Row key={name} to={pathOf(name)} title={t(label)} line={t(settingsPages[page].title)} />;
        })}
      </Rows>
    </>
  );
}
