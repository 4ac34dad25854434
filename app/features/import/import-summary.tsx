import { counted } from "~/contract/counted";
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
  const notes = [
    earlier > 0 && `${counted(earlier, "post")} imported before`,
    failed > 0 && `${counted(failed, "post")} could not be imported`,
    photos > 0 && `${counted(photos, "photo")} left out: missing in the file, damaged or of another format`,
    videos > 0 && `${counted(videos, "video")} left out`,
    drafts > 0 && `${counted(drafts, "draft")} left out`,
    hidden > 0 && `${counted(hidden, "post")} left out, which only the people in them could see`,
    unreadable > 0 && `${counted(unreadable, "post")} without a photo or a date left out`,
  ].filter((note) => note !== false);
  const done = shared > 0 ? `Done. ${counted(shared, "post")} imported.` : "There is nothing left to import.";
  const progress = `${finished.toLocaleString("en")} of ${counted(all, "post")} finished.`;
  return (
    <>
      <p className="figures font-semibold">
        {step === "ready"
          ? `${counted(all + incomplete.length, "post")} in this file.`
          : step === "done"
            ? done
            : progress}
      </p>
      {step === "paused" && (
        <p className="mt-1 text-muted">
          The posts so far are kept. You can continue now, or later with the same file.
        </p>
      )}
      {notes.length > 0 && (
        <ul className="figures mt-2 grid list-disc gap-1 ps-5 text-muted text-sm">
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
    </>
  );
}
