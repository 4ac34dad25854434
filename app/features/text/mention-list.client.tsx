import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import {
  type MouseEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import type { UserSummary } from "~/contract/accounts";
import { MENTIONS_SHOWN, PAGE_LIMIT_MAX } from "~/contract/limits";
import { apiPage, type Page } from "~/features/api/client";
import { useMemberSearch } from "~/features/api/use-member-search";
import { Avatar } from "~/ui/avatar";
import { classNames } from "~/ui/class-names";
import { MemberNames } from "~/ui/member-names";
import { panelClasses } from "~/ui/panel-classes";
import { isComposing } from "~/ui/submit-on-enter";
import { insertMention } from "./insert-mention.client";
import { placeBeside } from "./place-beside.client";
import { mentionable, type TypedMention, typedMention } from "./typed-mention";

type FieldRef = RefObject<HTMLTextAreaElement | null>;

/** The list of members for a field. A default export, as the other parts that are loaded on demand. */
export default function MentionList({ field }: { field: FieldRef }) {
  const [mention, close] = useTypedMention(field);
  // Browsers before 2024 have no popovers, which are above dialogs and are not cut off by the post's card.
  if (!mention || !("popover" in HTMLElement.prototype)) return null;
  // A later mention has state of its own: the members may have changed.
  return <Matches key={mention.start} field={field} mention={mention} onClose={close} />;
}

/**
 * Returns the mention being typed into the field, and a function that closes its list until another one is typed.
 * Moving the caret closes the list too, so that a mention never captures the arrow keys that pass it.
 */
function useTypedMention(field: FieldRef): [TypedMention | null, () => void] {
  const [mention, setMention] = useState<TypedMention | null>(null);
  const closed = useRef<number | null>(null);
  useEffect(() => {
    const box = field.current;
    if (!box) return;
    const read = () =>
      document.activeElement === box && box.selectionStart === box.selectionEnd
        ? typedMention(box.value, box.selectionStart)
        : null;
    const typed = () => {
      const next = read();
      if (next?.start !== closed.current) closed.current = null;
      setMention(closed.current === null ? next : null);
    };
    const moved = () => {
      const next = read();
      setMention((shown) => (shown?.start === next?.start && shown?.query === next?.query ? shown : null));
    };
    typed();
    box.addEventListener("input", typed);
    box.addEventListener("blur", moved);
    document.addEventListener("selectionchange", moved);
    return () => {
      box.removeEventListener("input", typed);
      box.removeEventListener("blur", moved);
      document.removeEventListener("selectionchange", moved);
    };
  }, [field]);
  const close = () => {
    closed.current = mention?.start ?? null;
    setMention(null);
  };
  return [mention, close];
}

/**
 * Returns the members for a mention: connections, searched for if there is more than a page, and others after a search.
 * Others wait for the connections, so that the first one stays the first. Failed requests add nobody.
 */
function useMentionable(query: string): UserSummary[] {
  const [connections, setConnections] = useState<Page<UserSummary> | null>(null);
  const [found, setFound] = useState<{ query: string; users: UserSummary[] }>({ query: "", users: [] });
  const search = useMemberSearch(query, true);
  const searched = useMemberSearch(query, Boolean(connections?.next), "connections");
  if (search.state === "found" && search.users !== found.users) setFound({ query, users: search.users });
  useEffect(() => {
    const request = new AbortController();
    apiPage("GET /api/connections", { query: { limit: PAGE_LIMIT_MAX }, signal: request.signal }).then(
      ({ items, next }) => setConnections({ items: items.map(({ user }) => user), next }),
      () => setConnections({ items: [], next: null }),
    );
    return () => request.abort();
  }, []);
  if (!connections) return [];
  const own = searched.state === "found" ? [...connections.items, ...searched.users] : connections.items;
  return mentionable(query, own, found, MENTIONS_SHOWN);
}

interface MatchesProps {
  field: FieldRef;
  mention: TypedMention;
  onClose: () => void;
}

/** The members that match a mention, as a list whose active option the field names while it is shown. */
function Matches({ field, mention, onClose }: MatchesProps) {
  const { t } = useLingui();
  const users = useMentionable(mention.query);
  const [activeId, setActiveId] = useState("");
  const id = useId();
  const active = Math.max(
    0,
    users.findIndex((user) => user.id === activeId),
  );
  const count = users.length;
  const isShown = count > 0;

  function choose(user: UserSummary | undefined) {
    if (field.current && user) insertMention(field.current, mention, user.username);
    onClose();
  }
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey, shiftKey, keyCode } = event;
    // During a composition the keys choose and accept its characters.
    if (event.target !== field.current || isComposing({ nativeEvent: event, keyCode })) return;
    if (ctrlKey || metaKey || altKey || shiftKey) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[key];
    if (step) setActiveId(users[(active + step + users.length) % users.length]?.id ?? "");
    else if (key === "Enter" || key === "Tab") choose(users[active]);
    else if (key === "Escape") onClose();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  // Before all other listeners: those of the field, of its form and of a dialog around it. From the list's first frame.
  useLayoutEffect(() => {
    if (!isShown) return;
    window.addEventListener("keydown", press, true);
    return () => window.removeEventListener("keydown", press, true);
  }, [isShown]);
  useListAttributes(field, isShown && { list: `${id}-list`, option: `${id}-${active}` });
  return (
    <>
      <p role="status" className="sr-only">
        {isShown && t({ message: plural(count, { one: "# member found", other: "# members found" }) })}
      </p>
      {isShown && (
        <List id={`${id}-list`} field={field}>
          {users.map((user, index) => (
            <Option
              key={user.id}
              id={`${id}-${index}`}
              user={user}
              isActive={index === active}
              onChoose={choose}
            />
          ))}
        </List>
      )}
    </>
  );
}

/**
 * Joins the field to its open list. The field stays a text box: a `textarea` can take no other role (ARIA in HTML), and
 * `aria-expanded` belongs to a combobox (docs/decisions/0109-completed-mentions.md).
 */
function useListAttributes(field: FieldRef, shown: false | { list: string; option: string }) {
  const { list, option } = shown || { list: "", option: "" };
  useEffect(() => {
    const box = field.current;
    if (!box || !list) return;
    const attributes = {
      "aria-autocomplete": "list",
      "aria-haspopup": "listbox",
      "aria-controls": list,
      "aria-activedescendant": option,
    };
    for (const [name, value] of Object.entries(attributes)) box.setAttribute(name, value);
    return () => {
      for (const name of Object.keys(attributes)) box.removeAttribute(name);
    };
  }, [field, list, option]);
}

function List({ id, field, children }: { id: string; field: FieldRef; children: React.ReactNode }) {
  const { t } = useLingui();
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    list.current?.showPopover();
  }, []);
  useLayoutEffect(() => {
    if (field.current && list.current) return placeBeside(field.current, list.current);
  });
  return (
    <div
      ref={list}
      popover="manual"
      role="listbox"
      id={id}
      aria-label={t`Members`}
      // Keeps the focus, and a phone's keyboard, in the field.
      onMouseDown={(event: MouseEvent) => event.preventDefault()}
      className={classNames(panelClasses, "fixed inset-auto m-0 overflow-y-auto! overscroll-contain p-1.5")}
    >
      {children}
    </div>
  );
}

interface OptionProps {
  id: string;
  user: UserSummary;
  isActive: boolean;
  onChoose: (user: UserSummary) => void;
}

function Option({ id, user, isActive, onChoose }: OptionProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus and handles the keys.
    <div
      ref={(option) => {
        if (isActive) option?.scrollIntoView({ block: "nearest" });
      }}
      id={id}
      role="option"
      aria-selected={isActive}
      tabIndex={-1}
      onClick={() => onChoose(user)}
      className={classNames(
        "flex min-h-13 cursor-pointer items-center gap-3 rounded-control px-3 py-1.5 hover:bg-wash",
        isActive && "bg-wash",
      )}
    >
      <Avatar name={user.fullName} image={user.profileImage} />
      <MemberNames username={user.username} fullName={user.fullName} />
    </div>
  );
}
