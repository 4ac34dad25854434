import { type KeyboardEvent, type ReactNode, useId, useState } from "react";
import { arrowStep } from "./direction";

export interface Tab {
  value: string;
  label: string;
  icon?: ReactNode;
  content: ReactNode;
}

/**
 * Tabs with arrow keys, which select (https://www.w3.org/WAI/ARIA/apg/patterns/tabs/). Uncontrolled from `initial`, or controlled by
 * `value` and `onChange`.
 */
export function Tabs({
  label,
  tabs,
  initial,
  value,
  onChange,
}: {
  /** Accessible name of the tab list. */
  label: string;
  tabs: readonly Tab[];
  initial?: string;
  value?: string;
  onChange?: (value: string) => void;
}) {
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
    <div>
      <div
        role="tablist"
        aria-label={label}
        onKeyDown={press}
        className="flex flex-wrap justify-center gap-x-[min(2rem,32px)] border-line border-t"
      >
        {tabs.map((tab) => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            id={`${id}-${tab.value}`}
            aria-selected={tab.value === selected}
            aria-controls={`${id}-${tab.value}-panel`}
            tabIndex={tab.value === selected ? 0 : -1}
            onClick={() => select(tab.value)}
            className="touch -mt-px inline-flex items-center gap-2 border-transparent border-t-2 px-1 font-semibold text-muted text-sm transition-colors hover:text-ink aria-selected:border-ink aria-selected:text-ink [&>svg]:size-[1.15em]"
          >
            {tab.icon}
            <span>{tab.label}</span>
          </button>
        ))}
      </div>
      {tabs.map((tab) => (
        <div
          key={tab.value}
          role="tabpanel"
          id={`${id}-${tab.value}-panel`}
          aria-labelledby={`${id}-${tab.value}`}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the pattern wants a panel that may have nothing to focus in the order of Tab.
          tabIndex={0}
          hidden={tab.value !== selected}
          className="outline-offset-4"
        >
          {tab.value === selected && tab.content}
        </div>
      ))}
    </div>
  );
}
