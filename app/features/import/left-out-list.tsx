import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { ChevronDown, Download } from "lucide-react";
import { Button } from "~/ui/button";
import { saveFile } from "~/ui/save-file";
import type { LeftOut } from "./exported-post";
import { leftOutText, nameOfPost } from "./left-out-text";

/** Rows on the page; the saved text has all. */
const ROWS_MAX = 100;

/** Lists what an import has left out, and saves it as a text. */
export function LeftOutList({ leftOut }: { leftOut: LeftOut[] }) {
  const { t, i18n } = useLingui();
  const rest = leftOut.length - ROWS_MAX;
  return (
    <details className="group">
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 font-medium">
        <ChevronDown aria-hidden className="size-4 transition-transform group-open:rotate-180" />
        <Trans>Posts and photos left out</Trans>
      </summary>
      <ul className="grid gap-3 border-line border-s-2 ps-4 text-sm">
        {leftOut.slice(0, ROWS_MAX).map((one, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows are only added at the end.
          <li key={index} className="wrap-anywhere">
            <p dir="auto">{nameOfPost(i18n, one)}</p>
            <p className="text-muted">
              {one.file && <span translate="no">{`${one.file}: `}</span>}
              <span>{t(one.reason)}</span>
            </p>
          </li>
        ))}
      </ul>
      {rest > 0 && (
        <p className="mt-3 text-muted text-sm">
          {t({ message: plural(rest, { other: "and # more in the text" }) })}
        </p>
      )}
      <Button
        variant="quiet"
        size="small"
        className="mt-3"
        onClick={() =>
          saveFile(new Blob([leftOutText(i18n, leftOut)], { type: "text/plain" }), "afterglow-import.txt")
        }
      >
        <Download aria-hidden />
        <Trans comment="As a text file">Save as text</Trans>
      </Button>
    </details>
  );
}
