import { type FocusEvent, useRef, useState } from "react";
import { useViewer } from "~/features/session/viewer";
import { useQuietPart } from "~/ui/quiet-part";
import { retryImport } from "~/ui/retry-import";
import { SearchField } from "./search-field";
import { useSearchKey } from "./use-search-key";

const loadPanel = retryImport(() => import("./mobile-panel.client"));

/**
 * Renders the search field for phones. It loads the results as a new document (docs/product.md#search), not for a blank
 * query. While it has the focus, a panel below it has recent searches, people and hashtags.
 */
export function MobileSearch({ className }: { className?: string }) {
  const input = useRef<HTMLInputElement>(null);
  /** The text of the field; null while the panel is closed. */
  const [typed, setTyped] = useState<string | null>(null);
  const [Panel, want] = useQuietPart(loadPanel);
  const viewer = useViewer();
  useSearchKey(input);
  function leave(event: FocusEvent<HTMLElement>) {
    if (!event.currentTarget.contains(event.relatedTarget)) setTyped(null);
  }
  return (
    <search className={className} onBlur={leave}>
      <form
        action="/search"
        className="relative"
        onSubmit={(event) => {
          if (input.current?.value.trim() === "") event.preventDefault();
        }}
      >
        <SearchField
          ref={input}
          enterKeyHint="search"
          onChange={(event) => setTyped(event.currentTarget.value)}
          onFocus={(event) => {
            want();
            setTyped(event.currentTarget.value);
          }}
        />
      </form>
      {typed !== null && Panel && viewer && (
        <Panel
          memberId={viewer.id}
          typed={typed}
          onClose={() => {
            input.current?.blur();
            setTyped(null);
          }}
        />
      )}
    </search>
  );
}
