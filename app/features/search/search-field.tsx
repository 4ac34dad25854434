import { useLingui } from "@lingui/react/macro";
import { Search } from "lucide-react";
import type { ComponentProps } from "react";
import { controlClasses } from "~/ui/control-classes";

/** Renders the field of a search form with its icon. */
export function SearchField(props: ComponentProps<"input">) {
  const { t } = useLingui();
  const label = t({ message: "Search", context: "verb" });
  return (
    <>
      <Search
        aria-hidden
        className="pointer-events-none absolute top-1/2 start-[min(0.875rem,14px)] size-[min(1.125rem,20px)] -translate-y-1/2 text-muted"
      />
      <input
        type="search"
        dir="auto"
        name="q"
        aria-label={label}
        placeholder={label}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        className={controlClasses(
          "h-[min(2.75rem,56px)] rounded-full! px-[min(2.5rem,44px)] [&::-webkit-search-cancel-button]:hidden",
        )}
        {...props}
      />
    </>
  );
}
