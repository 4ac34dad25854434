import type { I18n, MessageDescriptor } from "@lingui/core";
import { msg, plural } from "@lingui/core/macro";
import { formatTag } from "~/contract/languages";
import { PHOTOS_MAX } from "~/contract/limits";
import type { ImageProblem } from "~/features/photo/photo-problems";
import type { Toast } from "~/ui/toast-store";

/** The outcome of some files or URLs. */
export interface Outcome<Source> {
  problems: { source: Source; problem: ImageProblem }[];
  /** The warnings about those that were added. */
  warnings: { source: Source; warning: string }[];
}

type File = Pick<globalThis.File, "name">;

/** Says how many photos were left out, because the post has no room for them. */
export const leftOutText = (count: number): MessageDescriptor => {
  const max = PHOTOS_MAX;
  return msg({
    message: plural(count, {
      one: `A post can have up to ${max} photos. One was left out.`,
      other: `A post can have up to ${max} photos. # were left out.`,
    }),
  });
};

/** Returns the problems of some of the files; empty for none. @param left the number of files that had no room */
export function problemText(
  i18n: I18n,
  files: readonly File[],
  { problems }: Pick<Outcome<File>, "problems">,
  left: number,
): string {
  const texts = problems.map(({ source, problem }) =>
    files.length === 1 ? problem.text : named(i18n, [source], problem.text),
  );
  if (left > 0) texts.push(i18n._(leftOutText(left)));
  return texts.join(" ");
}

/**
 * Returns the toast after files were chosen; null for none. Only one toast shows at a time, so it has the problems
 * of some files and the warnings about the others.
 */
export function addedToast(
  i18n: I18n,
  files: readonly File[],
  outcome: Outcome<File>,
  left: number,
): (Pick<Toast, "title" | "text"> & Partial<Toast>) | null {
  const problem = problemText(i18n, files, outcome, left);
  const warning = warningText(i18n, files, outcome);
  if (!problem) return warning ? { title: i18n._(msg`Photo added`), text: warning } : null;
  return {
    kind: "danger",
    title: outcome.problems[0]?.problem.title ?? i18n._(msg`Too many photos`),
    text: [problem, warning].filter(Boolean).join(" "),
  };
}

/** Returns each warning once, after the names of the photos that it is about, unless it is about all. */
function warningText(
  i18n: I18n,
  files: readonly File[],
  { warnings }: Pick<Outcome<File>, "warnings">,
): string {
  const texts = new Set(warnings.map(({ warning }) => warning));
  return [...texts]
    .map((text) => {
      const about = warnings.filter(({ warning }) => warning === text).map(({ source }) => source);
      return about.length === files.length ? text : named(i18n, about, text);
    })
    .join(" ");
}

/** Returns a text after the names of the files that it is about. */
function named(i18n: I18n, files: readonly File[], text: string): string {
  const list = new Intl.ListFormat(formatTag(i18n.locale), { type: "unit" });
  const names = list.format(files.map(({ name }) => name));
  return i18n._(msg({ message: `${names}: ${text}`, comment: "Names of files, and a sentence about them" }));
}
