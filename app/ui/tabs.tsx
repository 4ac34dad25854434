import { Tabs as Radix } from "radix-ui";
import type { ReactNode } from "react";

export interface Tab {
  value: string;
  label: string;
  icon?: ReactNode;
  content: ReactNode;
}

/** Set while a pointer uses the tabs: Radix focuses a pressed tab by script, which browsers treat as keyboard focus. */
const POINTED = "data-pointed";

/** Tabs with arrow keys (ARIA tabs). Uncontrolled from `initial`, or controlled by `value` and `onChange`. */
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
  return (
    <Radix.Root defaultValue={initial ?? tabs[0]?.value} value={value} onValueChange={onChange}>
      <Radix.List
        aria-label={label}
        onPointerDown={({ button, currentTarget, target }) => {
          if (button === 0 && target instanceof Element && target.closest("[role=tab]"))
            currentTarget.toggleAttribute(POINTED, true);
        }}
        onKeyDown={({ currentTarget }) => currentTarget.toggleAttribute(POINTED, false)}
        onBlur={({ currentTarget, relatedTarget }) =>
          currentTarget.contains(relatedTarget) || currentTarget.toggleAttribute(POINTED, false)
        }
        className="group flex justify-center gap-8 border-line border-t"
      >
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.value}
            value={tab.value}
            className="touch -mt-px inline-flex items-center gap-2 border-transparent border-t-2 px-1 font-semibold text-muted text-sm transition-colors hover:text-ink data-[state=active]:border-ink data-[state=active]:text-ink group-data-pointed:outline-none [&>svg]:size-[1.15em]"
          >
            {tab.icon}
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content key={tab.value} value={tab.value} className="outline-offset-4">
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
