import { useRef } from "react";
import { classNames } from "~/ui/class-names";
import { SearchField } from "./search-field";
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
        <SearchField ref={input} enterKeyHint="search" />
      </form>
    </search>
  );
}
