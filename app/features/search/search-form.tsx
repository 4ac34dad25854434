import { Trans, useLingui } from "@lingui/react/macro";
import { Form } from "react-router";
import { Button } from "~/ui/button";
import { SearchField } from "./search-field";

/** The search field of the page, the only one on it that names what it finds. */
export function SearchForm({ query }: { query: string }) {
  const { t } = useLingui();
  return (
    <search aria-label={t({ message: "Everything", comment: "A search for people, hashtags and posts" })}>
      <Form action="/search" className="flex max-w-2xl items-center gap-2">
        <div className="relative min-w-0 flex-1">
          <SearchField
            // A new query is a new default value.
            key={query}
            aria-label={t`Name, hashtag, caption or place`}
            placeholder={t`Names, tags, places`}
            defaultValue={query}
            required
            enterKeyHint="search"
          />
        </div>
        <Button type="submit">
          <Trans comment="Button that starts a search">Find</Trans>
        </Button>
      </Form>
    </search>
  );
}
