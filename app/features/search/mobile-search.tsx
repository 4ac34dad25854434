import { Search } from "lucide-react";
import { useRef } from "react";
import { classNames } from "~/ui/class-names";
import { controlLook } from "~/ui/control-look";
import { useSearchKey } from "./use-search-key";

/** Renders the search field for phones. It loads the results as a new document (docs/product.md#search); a blank query does not submit. */
export function MobileSearch({ className }: { className?: string }) {
  const input = useRef<HTMLInputElement>(null);
  useSearchKey(input);
  return (
    <search className={classNames("relative", className)}>
      <form
        action="/search"
        onSubmit={(event) => {
          if (input.current?.value.trim() === "") event.preventDefault();
        }}
      >
        <Search
          aria-hidden
          className="pointer-events-none absolute top-1/2 start-3.5 size-4.5 -translate-y-1/2 text-muted"
        />
        <input
          ref={input}
          type="search"
          dir="auto"
          name="q"
          aria-label="Search"
          placeholder="Search"
          enterKeyHint="search"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          className={controlLook("h-11 rounded-full! px-10 [&::-webkit-search-cancel-button]:hidden")}
        />
      </form>
    </search>
  );
}
