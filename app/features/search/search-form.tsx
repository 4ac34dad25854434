import { Form } from "react-router";
import { Button } from "~/ui/button";
import { Field } from "~/ui/field";

/** The search field of the results page, which is the only one on it that names what it finds. */
export function SearchForm({ query }: { query: string }) {
  return (
    <search aria-label="Everything">
      <Form action="/search" className="mt-6 flex items-end gap-2">
        <Field
          // A new query is a new default value.
          key={query}
          label="Name, hashtag, caption or place"
          type="search"
          name="q"
          defaultValue={query}
          required
          enterKeyHint="search"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          className="min-w-0 flex-1"
        />
        <Button type="submit">Find</Button>
      </Form>
    </search>
  );
}
