import { Trans, useLingui } from "@lingui/react/macro";
import { type FocusEvent, type KeyboardEvent, type RefObject, useId, useRef, useState } from "react";
import { Form, Link, useNavigate } from "react-router";
import type { UserSummary } from "~/contract/accounts";
import { type MemberSearch, useMemberSearch } from "~/features/api/use-member-search";
import { Avatar } from "~/ui/avatar";
import { classNames } from "~/ui/class-names";
import { MemberNames } from "~/ui/member-names";
import { panelLook } from "~/ui/panel-look";
import { isComposing } from "~/ui/submit-on-enter";
import { useTextBeforeHydration } from "~/ui/use-text-before-hydration";
import { SearchField } from "./search-field";
import { SearchStatus } from "./search-status";
import { useSearchKey } from "./use-search-key";

/** Renders the search box of the top bar: a combobox (ARIA 1.2) that lists matching members and a link to all results. */
export function SearchBox({ className }: { className?: string }) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  useSearchKey(input);
  const { typed, type, search, shown, active, open, close, go, press } = useCombobox(input);
  function leave(event: FocusEvent<HTMLElement>) {
    if (!event.currentTarget.contains(event.relatedTarget)) close();
  }

  return (
    <search className={classNames("relative", className)} onBlur={leave}>
      <Form
        action="/search"
        onSubmit={(event) => {
          if (typed.trim() === "") event.preventDefault();
          close();
        }}
      >
        <SearchField
          ref={input}
          // A search field cannot be a combobox (ARIA in HTML).
          type="text"
          inputMode="search"
          role="combobox"
          aria-keyshortcuts="/"
          aria-autocomplete="list"
          aria-expanded={shown}
          aria-controls={shown ? `${id}-list` : undefined}
          aria-activedescendant={active >= 0 ? `${id}-${active}` : undefined}
          value={typed}
          onChange={(event) => type(event.currentTarget.value)}
          onFocus={open}
          onKeyDown={press}
        />
      </Form>
      {shown && <SearchPanel id={id} search={search} typed={typed} active={active} onPick={go} />}
    </search>
  );
}

/** Returns the text of the field, the list for it, and what the keys do. Wraps around at the ends of the list. */
function useCombobox(input: RefObject<HTMLInputElement | null>) {
  const [typed, setTyped] = useState("");
  const [isOpen, setOpen] = useState(false);
  /** Index of the active option; -1 for the field itself. */
  const [active, setActive] = useState(-1);
  const search = useMemberSearch(typed, isOpen);
  const navigate = useNavigate();

  const users = search.state === "found" ? search.users : [];
  const shown = search.state !== "idle";
  const urls = [...users.map(profileOf), resultsOf(typed)];

  useTextBeforeHydration(input, setTyped);

  function close() {
    setOpen(false);
    setActive(-1);
  }

  function go(to: string) {
    close();
    input.current?.blur();
    void navigate(to);
  }

  function type(text: string) {
    setTyped(text);
    setOpen(true);
    setActive(-1);
  }

  function press(event: KeyboardEvent) {
    // During a composition the keys choose and accept its characters.
    if (isComposing(event)) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && !shown) setOpen(true);
    else if (step) {
      // Wraps around through -1, the field itself.
      setActive(((active + 1 + step + urls.length + 1) % (urls.length + 1)) - 1);
    } else if (event.key === "Enter" && shown && urls[active]) go(urls[active]);
    else if (event.key === "Escape" && isOpen) close();
    else return;
    event.preventDefault();
  }
  return { typed, type, search, shown, active, open: () => setOpen(true), close, go, press };
}

interface SearchPanelProps {
  /** Prefix of the ids of the list and its options. */
  id: string;
  search: MemberSearch;
  typed: string;
  /** Index of the active option. */
  active: number;
  onPick: (to: string) => void;
}

/** The list of matching members below the field, with a link to all results. */
function SearchPanel({ id, search, typed, active, onPick }: SearchPanelProps) {
  const { t } = useLingui();
  const users = search.state === "found" ? search.users : [];
  return (
    <div
      className={classNames(
        panelLook,
        "absolute inset-x-0 top-full mt-1.5 max-h-[20rem] overflow-y-auto! p-1.5",
      )}
    >
      <p
        role="status"
        className={search.state === "found" && users.length > 0 ? "sr-only" : "px-3 py-2.5 text-muted"}
      >
        <SearchStatus search={search} />
      </p>
      <div role="listbox" id={`${id}-list`} aria-label={t`Search results`}>
        {users.map((user, index) => (
          <Option
            key={user.id}
            id={`${id}-${index}`}
            to={profileOf(user)}
            active={active === index}
            onPick={onPick}
          >
            <Avatar name={user.fullName} image={user.profileImage} />
            <MemberNames username={user.username} fullName={user.fullName} />
          </Option>
        ))}
        <Option
          id={`${id}-${users.length}`}
          to={resultsOf(typed)}
          active={active === users.length}
          onPick={onPick}
        >
          <span className="font-semibold text-ember-strong">
            <Trans>View all results</Trans>
          </span>
        </Option>
      </div>
    </div>
  );
}

const profileOf = ({ username }: UserSummary) => `/profile/${username}`;
const resultsOf = (typed: string) => `/search?q=${encodeURIComponent(typed.trim())}`;

interface OptionProps {
  id: string;
  to: string;
  active: boolean;
  onPick: (to: string) => void;
  children: React.ReactNode;
}

function Option({ id, to, active, onPick, children }: OptionProps) {
  return (
    <Link
      ref={(link) => {
        if (active) link?.scrollIntoView({ block: "nearest" });
      }}
      id={id}
      role="option"
      aria-selected={active}
      tabIndex={-1}
      to={to}
      // Keeps the focus in the field. Safari does not focus a pressed link, so the blur would close the list before the click.
      onMouseDown={(event) => event.preventDefault()}
      onClick={(event) => {
        // The browser handles clicks that open a new tab or window.
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        onPick(to);
      }}
      className={classNames(
        "flex min-h-11 items-center gap-3 rounded-control px-3 py-2 hover:bg-wash",
        active && "bg-wash",
      )}
    >
      {children}
    </Link>
  );
}
