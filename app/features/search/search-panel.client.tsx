import { Trans, useLingui } from "@lingui/react/macro";
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useLayoutEffect, useState } from "react";
import { Link, useNavigate } from "react-router";
import type { UserSummary } from "~/contract/accounts";
import { useMemberSearch } from "~/features/api/use-member-search";
import { Avatar } from "~/ui/avatar";
import { classNames } from "~/ui/class-names";
import { MemberNames } from "~/ui/member-names";
import { panelClasses } from "~/ui/panel-classes";
import { isComposing } from "~/ui/submit-on-enter";
import { SearchStatus } from "./search-status";

/** Whether the list is shown, and the id of its active option. */
export interface ListState {
  isShown: boolean;
  activeId?: string | undefined;
}

interface Props {
  /** The id of the list. */
  id: string;
  input: RefObject<HTMLInputElement | null>;
  /** The text of the field. */
  typed: string;
  isOpen: boolean;
  onClose: () => void;
  onChange: (list: ListState) => void;
}

/** The matching members below the field, with a link to all results. A default export, as `useQuietPart` needs it. */
export default function SearchPanel({ id, input, typed, isOpen, onClose, onChange }: Props) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const search = useMemberSearch(typed, isOpen);
  const users = search.state === "found" ? search.users : [];
  const isShown = search.state !== "idle";
  const urls = [...users.map(profileOf), resultsOf(typed)];

  function go(to: string) {
    onClose();
    input.current?.blur();
    void navigate(to);
  }
  const active = useActiveOption({ input, typed, isShown, urls, go });
  const optionId = (index: number) => `${id}-${index}`;

  useLayoutEffect(() => {
    onChange({ isShown, activeId: active >= 0 ? `${id}-${active}` : undefined });
  }, [onChange, isShown, id, active]);

  if (!isShown) return null;
  return (
    <div
      className={classNames(
        panelClasses,
        "absolute inset-x-0 top-full mt-1.5 max-h-[20rem] overflow-y-auto! p-1.5",
      )}
    >
      <p role="status" className={users.length > 0 ? "sr-only" : "px-3 py-2.5 text-muted"}>
        <SearchStatus search={search} />
      </p>
      <div role="listbox" id={id} aria-label={t`Search results`}>
        {users.map((user, index) => (
          <Option
            key={user.id}
            id={optionId(index)}
            to={profileOf(user)}
            active={active === index}
            onPick={go}
          >
            <Avatar name={user.fullName} image={user.profileImage} />
            <MemberNames username={user.username} fullName={user.fullName} />
          </Option>
        ))}
        <Option
          id={optionId(users.length)}
          to={resultsOf(typed)}
          active={active === users.length}
          onPick={go}
        >
          <span className="font-semibold text-ember-strong">
            <Trans>View all results</Trans>
          </span>
        </Option>
      </div>
    </div>
  );
}

interface ActiveOption extends Pick<Props, "input" | "typed"> {
  isShown: boolean;
  /** The addresses of the options. */
  urls: string[];
  go: (to: string) => void;
}

/** Returns the index of the option chosen by keys for this text; -1 for the field. Wraps around at the list's ends. */
function useActiveOption({ input, typed, isShown, urls, go }: ActiveOption): number {
  const [chosen, setChosen] = useState({ typed, at: -1 });
  const active = isShown && chosen.typed === typed ? chosen.at : -1;
  // A list that opens again begins at the field.
  if (!isShown && chosen.at >= 0) setChosen({ typed, at: -1 });
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (isComposing({ nativeEvent: event, keyCode: event.keyCode }) || !isShown) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    // Wraps around through -1, the field itself.
    if (step) setChosen({ typed, at: ((active + 1 + step + urls.length + 1) % (urls.length + 1)) - 1 });
    else if (event.key === "Enter" && urls[active]) go(urls[active]);
    else return;
    event.preventDefault();
  });
  useEffect(() => {
    const field = input.current;
    field?.addEventListener("keydown", press);
    return () => field?.removeEventListener("keydown", press);
  }, [input]);
  return active;
}

const profileOf = ({ username }: UserSummary) => `/profile/${username}`;
const resultsOf = (typed: string) => `/search?q=${encodeURIComponent(typed.trim())}`;

interface OptionProps {
  id: string;
  to: string;
  active: boolean;
  onPick: (to: string) => void;
  children: ReactNode;
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
      // Keeps the focus in the field: Safari does not focus a pressed link, so blur would close the list first.
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
