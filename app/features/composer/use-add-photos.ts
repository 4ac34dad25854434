import { useCallback, useRef } from "react";
import { counted } from "~/contract/counted";
import { newId } from "~/contract/ids";
import { PHOTOS_MAX } from "~/contract/limits";
import { PHOTOS_TOO_MANY } from "~/contract/texts";
import { type ImageProblem, PhotoError } from "~/features/photo/photo-problems";
import { showToast } from "~/ui/toast";
import { type OpenedFile, openFile, openUrl } from "./open-photo";
import { type ChangeList, type PhotoList, untouched, withPhoto } from "./photo-list";

interface Problem<Source> {
  source: Source;
  problem: ImageProblem;
}

/** The outcome of some files or URLs. */
interface Outcome<Source> {
  problems: Problem<Source>[];
  /** The notices about those that were added, each once. */
  notices: Set<string>;
}

/** Returns the functions that add photos to the end of the composer's list. */
export function useAddPhotos(
  { photos, opening }: PhotoList,
  setList: ChangeList,
  setStatus: (status: string) => void,
  keepsOriginals: boolean,
) {
  const opened = useRef<Promise<unknown>>(Promise.resolve());

  /** Opens files or URLs one after the other, because ten decoded photos would take half a gigabyte. @returns what came of them */
  const open = useCallback(
    <Source>(sources: Source[], openOne: (source: Source) => Promise<OpenedFile>) => {
      setList((old) => ({ ...old, opening: old.opening + sources.length }));
      const done = opened.current.then(async () => {
        const outcome: Outcome<Source> = { problems: [], notices: new Set() };
        for (const source of sources) {
          try {
            const { photo, notice } = await openOne(source);
            if (notice) outcome.notices.add(notice);
            setList((old) => withPhoto(old, { ...untouched, ...photo, id: newId() }));
          } catch (error) {
            if (!(error instanceof PhotoError)) throw error;
            outcome.problems.push({ source, problem: error.problem });
          } finally {
            setList((old) => ({ ...old, opening: old.opening - 1 }));
          }
        }
        return outcome;
      });
      opened.current = done.catch(() => undefined);
      return done;
    },
    [setList],
  );

  /** Adds files. Shows what is wrong with some of them in a toast. @returns the message when others were chosen too */
  async function addFiles(files: File[]): Promise<string | null> {
    const before = photos.length + opening;
    const taken = files.slice(0, Math.max(0, PHOTOS_MAX - before));
    const { problems, notices } = await open(taken, (file) => openFile(file, keepsOriginals));
    if (taken.length > problems.length)
      setStatus(`${counted(before + taken.length - problems.length, "photo")} chosen`);
    if (problems.length === 0 && taken.length === files.length) {
      if (notices.size > 0) showToast({ title: "Photo added", text: [...notices].join(" ") });
      return null;
    }
    const [first] = problems;
    const text = problemText(files, problems, files.length - taken.length);
    showToast({ kind: "danger", title: first?.problem.title ?? "Too many photos", text });
    return files.length === 1 && first ? null : text;
  }

  /** Adds an existing image: a URL of this site's media, or a data URL. */
  const addUrl = useCallback(
    async (url: string) => {
      const [failed] = (await open([url], openUrl)).problems;
      if (failed) showToast({ kind: "danger", ...failed.problem });
    },
    [open],
  );
  return { addFiles, addUrl };
}

/** Returns what is wrong with some of the files. @param left the number of files for which there was no room */
function problemText(files: File[], problems: Problem<File>[], left: number): string {
  const tooMany = `${PHOTOS_TOO_MANY} ${left === 1 ? "One was" : `${left} were`} left out.`;
  return [
    ...problems.map(({ source, problem }) =>
      files.length === 1 ? problem.text : `${source.name}: ${problem.text}`,
    ),
    ...(left === 0 ? [] : [tooMany]),
  ].join(" ");
}
