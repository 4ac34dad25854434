import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { NOTHING_NEW } from "~/contract/texts";
import type { PagerState } from "~/features/api/pager";
import { Button, ButtonLink } from "~/ui/button";

const texts = { idle: msg`Show more`, failed: msg`Retry`, paused: msg`Keep looking` };

interface Props {
  list: Pick<PagerState<unknown>, "next" | "phase">;
  loadMore: () => void;
  /** The link to the page at a cursor, for readers without JavaScript, and its text. */
  linkTo?: (cursor: string) => string;
  label: string;
  /** The text when the page could not be loaded. */
  failure: string;
  /** Returns the text of a list that is paused at a cursor. */
  searchedTo?: (cursor: string) => string;
}

/** Renders the link or button that loads the next page of a list, unless there is none or it is being loaded. */
export function NextPage({ list: { next, phase }, loadMore, linkTo, label, failure, searchedTo }: Props) {
  const { t } = useLingui();
  if (next === null || phase === "loading") return null;
  return (
    <p className="flex flex-col items-center gap-3 py-6">
      {phase === "failed" && <span role="alert">{failure}</span>}
      {phase === "paused" && <span role="status">{searchedTo?.(next) ?? t(NOTHING_NEW)}</span>}
      {linkTo && phase === "idle" ? (
        <ButtonLink
          variant="quiet"
          to={linkTo(next)}
          onClick={(event) => {
            event.preventDefault();
            loadMore();
          }}
        >
          {label}
        </ButtonLink>
      ) : (
        <Button variant="quiet" onClick={loadMore}>
          {t(texts[phase])}
        </Button>
      )}
    </p>
  );
}
