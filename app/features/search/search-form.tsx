import { Form } from "react-router";
import { Button } from "~/ui/button";
import { SearchField } from "./search-field";

const LABEL = "Name, hashtag, caption or place";

/** The search field of the page, the only one on it that names what it finds. */
export function SearchForm({ query }: { query: string }) {
  return (
    <search aria-label="Everything">
      <Form action="/search" className="flex max-w-2xl items-center gap-2">
        <div className="relative min-w-0 flex-1">
          <SearchField
            // A new query is a new default value.
            key={query}
            aria-label={LABEL}
            placeholder="Names, tags, places"
            defaultValue={query}
            required
            enterKeyHint="search"
          />
        </div>
        <Button type="submit">Find</Button>
      </Form>
    </search>
  );
}
