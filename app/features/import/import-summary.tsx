import type { MessageDescriptor } from "@lingui/core";
import { msg, plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import type { LeftOut } from "./exported-post";
import type { Import, Step } from "./use-import";

/** Says how many posts are imported, and what is left out. */
export function ImportSummary({
  current: { left, incomplete, earlier, shared, failed, leftOut },
  step,
}: {
  current: Import;
  step: Step;
}) {
  const { t, i18n } = useLingui();
  const finished = earlier + shared + failed;
  const all = finished + left.length;
  const count = (kind: LeftOut["kind"]) => leftOut.filter((one) => one.kind === kind).length;
  const [photos, videos, drafts, hidden, unreadable] = [
    count("photo"),
    count("video"),
    count("draft"),
    count("hidden"),
    count("unreadable"),
  ];
  const notes = notesOf({ earlier, failed, photos, videos, drafts, hidden, unreadable });
  const done =
    shared > 0
      ? t({ message: plural(shared, { one: "Done. # post imported.", other: "Done. # posts imported." }) })
      : t`There is nothing left to import.`;
  const [there, imported] = [all + incomplete.length, i18n.number(finished)];
  const progress = t({
    message: plural(all, {
      one: `${imported} of # post finished.`,
      other: `${imported} of # posts finished.`,
    }),
  });
  return (
    <>
      <p className="figures font-semibold">
        {step === "ready"
          ? t({ message: plural(there, { one: "# post in this file.", other: "# posts in this file." }) })
          : step === "done"
            ? done
            : progress}
      </p>
      {step === "paused" && (
        <p className="mt-1 text-muted">
          <Trans>The posts so far are kept. You can continue now, or later with the same file.</Trans>
        </p>
      )}
      {notes.length > 0 && (
        <ul className="figures mt-2 grid list-disc gap-1 ps-5 text-muted text-sm">
          {notes.map((note) => (
            <li key={note.id}>{t(note)}</li>
          ))}
        </ul>
      )}
    </>
  );
}

type Counts = Record<"earlier" | "failed" | "photos" | "videos" | "drafts" | "hidden" | "unreadable", number>;

/** Returns what is not imported, and why. */
function notesOf({
  earlier,
  failed,
  photos,
  videos,
  drafts,
  hidden,
  unreadable,
}: Counts): MessageDescriptor[] {
  const notes: [count: number, note: MessageDescriptor][] = [
    [
      earlier,
      msg({ message: plural(earlier, { one: "# post imported before", other: "# posts imported before" }) }),
    ],
    [
      failed,
      msg({
        message: plural(failed, {
          one: "# post could not be imported",
          other: "# posts could not be imported",
        }),
      }),
    ],
    [
      photos,
      msg({
        message: plural(photos, {
          one: "# photo left out: missing in the file, damaged or of another format",
          other: "# photos left out: missing in the file, damaged or of another format",
        }),
      }),
    ],
    [videos, msg({ message: plural(videos, { one: "# video left out", other: "# videos left out" }) })],
    [drafts, msg({ message: plural(drafts, { one: "# draft left out", other: "# drafts left out" }) })],
    [
      hidden,
      msg({
        message: plural(hidden, {
          one: "# post left out, which only the people in them could see",
          other: "# posts left out, which only the people in them could see",
        }),
      }),
    ],
    [
      unreadable,
      msg({
        message: plural(unreadable, {
          one: "# post without a photo or a date left out",
          other: "# posts without a photo or a date left out",
        }),
      }),
    ],
  ];
  return notes.filter(([count]) => count > 0).map(([, note]) => note);
}
