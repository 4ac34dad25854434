import { type KeyboardEvent, type ReactNode, useId, useState } from "react";
import { classNames } from "./class-names";
import { arrowStep } from "./direction";

export interface Tab {
  value: string;
  label: string;
  icon?: ReactNode;
  content: ReactNode;
}

interface Props {
  /** Accessible name of the tab list. */
  label: string;
  tabs: readonly Tab[];
  initial?: string;
  value?: string;
  onChange?: (value: string) => void;
  /** Fills a container of limited height: the tabs stand close to each other above a panel that scrolls. */
  dense?: boolean;
}

/**
 * Tabs with arrow keys, which select (https://www.w3.org/WAI/ARIA/apg/patterns/tabs/). Uncontrolled from `initial`, or
 * controlled by `value` and `onChange`.
 */
export function Tabs({ label, tabs, initial, value, onChange, dense = false }: Props) {
  const id = useId();
  const [own, setOwn] = useState(initial ?? tabs[0]?.value);
  const selected = value ?? own;

  function select(next: string) {
    setOwn(next);
    if (next !== selected) onChange?.(next);
  }

  function press(event: KeyboardEvent<HTMLElement>) {
    const on = tabs.findIndex((tab) => tab.value === selected) + arrowStep(event.key, event.currentTarget);
    const to = { ArrowRight: on, ArrowLeft: on, Home: 0, End: -1 }[event.key];
    const next = to === undefined ? undefined : tabs.at(to % tabs.length);
    if (!next || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    select(next.value);
    document.getElementById(`${id}-${next.value}`)?.focus();
  }

  return (
    <div className={classNames(dense && "flex min-h-0 flex-1 flex-col")}>
      <div
        role="tablist"
        aria-label={label}
        onKeyDown={press}
        className={classNames(
          "flex shrink-0 border-line",
          dense
            ? "justify-center-safe gap-x-2 overflow-x-auto border-b px-2"
            : "flex-wrap justify-center gap-x-[min(1rem,16px)] border-t sm:gap-x-8",
        )}
      >
        {tabs.map((tab) => (
          <TabButton
            key={tab.value}
            {...{ id, tab, dense }}
            isSelected={tab.value === selected}
            onSelect={select}
          />
        ))}
      </div>
      {tabs.map((tab) => (
        <Panel key={tab.value} {...{ id, tab, dense }} isSelected={tab.value === selected} />
      ))}
    </div>
  );
}

interface PartProps {
  /** The id of the tabs, from which the tab and its panel get theirs. */
  id: string;
  tab: Tab;
  dense: boolean;
  isSelected: boolean;
}

function TabButton({
  id,
  tab,
  dense,
  isSelected,
  onSelect,
}: PartProps & { onSelect: (value: string) => void }) {
  return (
    <button
      type="button"
      role="tab"
      id={`${id}-${tab.value}`}
      aria-selected={isSelected}
      aria-controls={`${id}-${tab.value}-panel`}
      tabIndex={isSelected ? 0 : -1}
      onClick={() => onSelect(tab.value)}
      className={classNames(
        "touch inline-flex items-center gap-2 border-transparent px-1 font-semibold text-muted text-sm transition-colors hover:text-ink aria-selected:border-ink aria-selected:text-ink [&>svg]:size-[1.15em]",
        dense ? "shrink-0 border-b-2 -outline-offset-2" : "-mt-px border-t-2",
      )}
    >
      {tab.icon}
      <span>{tab.label}</span>
    </button>
  );
}

function Panel({ id, tab, dense, isSelected }: PartProps) {
  return (
    <div
      role="tabpanel"
      id={`${id}-${tab.value}-panel`}
      aria-labelledby={`${id}-${tab.value}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: by the pattern, a panel with nothing to focus is a tab stop.
      tabIndex={0}
      hidden={!isSelected}
      className={
        dense
          ? "min-h-0 flex-1 overflow-y-auto overscroll-contain px-4 py-2 -outline-offset-2"
          : "outline-offset-4"
      }
    >
      {isSelected && tab.content}
    </div>
  );
}
