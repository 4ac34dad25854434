import { PHOTOS_TOO_MANY } from "~/contract/texts";
import type { ImageProblem } from "~/features/photo/photo-problems";
import type { Toast } from "~/ui/toast-store";

/** The outcome of some files or URLs. */
export interface Outcome<Source> {
  problems: { source: Source; problem: ImageProblem }[];
  /** The notices about those that were added. */
  notices: { source: Source; notice: string }[];
}

type File = Pick<globalThis.File, "name">;

/** Returns what is wrong with some of the files; empty when nothing is. @param left the number of files for which there was no room */
export function problemText(
  files: readonly File[],
  { problems }: Pick<Outcome<File>, "problems">,
  left: number,
): string {
  const texts = problems.map(({ source, problem }) =>
    files.length === 1 ? problem.text : `${source.name}: ${problem.text}`,
  );
  if (left > 0) texts.push(`${PHOTOS_TOO_MANY} ${left === 1 ? "One was" : `${left} were`} left out.`);
  return texts.join(" ");
}

/**
 * Returns the toast after files were chosen: one toast shows at a time, so it has what is wrong with some and the notices about the others.
 * Null when there is nothing to say.
 */
export function addedToast(
  files: readonly File[],
  outcome: Outcome<File>,
  left: number,
): (Pick<Toast, "title" | "text"> & Partial<Toast>) | null {
  const problem = problemText(files, outcome, left);
  const notice = noticeText(files, outcome);
  if (!problem) return notice ? { title: "Photo added", text: notice } : null;
  return {
    kind: "danger",
    title: outcome.problems[0]?.problem.title ?? "Too many photos",
    text: [problem, notice].filter(Boolean).join(" "),
  };
}

/** Returns each notice once, after the names of the photos that it is about, unless it is about all. */
function noticeText(files: readonly File[], { notices }: Pick<Outcome<File>, "notices">): string {
  const texts = new Set(notices.map(({ notice }) => notice));
  return [...texts]
    .map((text) => {
      const names = notices.filter(({ notice }) => notice === text).map(({ source }) => source.name);
      return names.length === files.length ? text : `${names.join(", ")}: ${text}`;
    })
    .join(" ");
}
