import { type FocusEvent, type KeyboardEvent, useCallback, useId, useRef, useState } from "react";
import { Form } from "react-router";
import { classNames } from "~/ui/class-names";
import { useQuietPart } from "~/ui/quiet-part";
import { retryImport } from "~/ui/retry-import";
import { isComposing } from "~/ui/submit-on-enter";
import { useTextBeforeHydration } from "~/ui/use-text-before-hydration";
import { SearchField } from "./search-field";
import type { ListState } from "./search-panel.client";
import { useSearchKey } from "./use-search-key";

const loadPanel = retryImport(() => import("./search-panel.client"));

const CLOSED: ListState = { isShown: false };

/**
 * Renders the search box of the top bar: a combobox (ARIA 1.2) that lists matching members and a link to all results.
 * The list's code is loaded when the field gets the focus.
 */
export function SearchBox({ className }: { className?: string }) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState("");
  const [list, setList] = useState(CLOSED);
  const { Panel, isOpen, open, close, press } = usePanel();
  useSearchKey(input);
  useTextBeforeHydration(input, setTyped);
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
          aria-expanded={list.isShown}
          aria-controls={list.isShown ? id : undefined}
          aria-activedescendant={list.activeId}
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            open();
          }}
          onFocus={open}
          onKeyDown={press}
        />
      </Form>
      {Panel && <Panel {...{ id, input, typed, isOpen }} onClose={close} onChange={setList} />}
    </search>
  );
}

/** Returns the panel with the list, null until it is loaded, with functions that open and close it, and its keys. */
function usePanel() {
  const [isOpen, setOpen] = useState(false);
  const [Panel, want] = useQuietPart(loadPanel);
  const close = useCallback(() => setOpen(false), []);
  function open() {
    want();
    setOpen(true);
  }
  function press(event: KeyboardEvent) {
    // During a composition the keys choose and accept its characters.
    if (isComposing(event)) return;
    if (!isOpen && (event.key === "ArrowDown" || event.key === "ArrowUp")) open();
    else if (isOpen && event.key === "Escape") close();
    else return;
    event.preventDefault();
  }
  return { Panel, isOpen, open, close, press };
}
