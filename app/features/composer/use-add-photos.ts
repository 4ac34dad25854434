import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useCallback, useRef } from "react";
import { newId } from "~/contract/ids";
import { PHOTOS_MAX } from "~/contract/limits";
import { PhotoError } from "~/features/photo/photo-problems";
import { showToast } from "~/ui/toast";
import { addedToast, type Outcome, problemText } from "./added-photos";
import { type OpenedFile, openFile, openUrl } from "./open-photo";
import { type ChangeList, type PhotoList, untouched, withPhoto, withSelectedImage } from "./photo-list";

/** Returns the functions that add photos to the end of the composer's list. */
export function useAddPhotos(
  { photos, opening }: PhotoList,
  setList: ChangeList,
  setStatus: (status: string) => void,
  keepsOriginals: boolean,
) {
  const { t, i18n } = useLingui();
  const open = useOpening(setList);

  /** Adds files. Shows what is wrong with some of them in a toast. @returns the message when others were chosen too */
  async function addFiles(files: File[]): Promise<string | null> {
    const before = photos.length + opening;
    const taken = files.slice(0, Math.max(0, PHOTOS_MAX - before));
    const outcome = await open(taken, (file) => openFile(file, keepsOriginals));
    const added = taken.length - outcome.problems.length;
    const left = files.length - taken.length;
    const count = before + added;
    if (added > 0)
      setStatus(t({ message: plural(count, { one: "# photo chosen", other: "# photos chosen" }) }));
    const toast = addedToast(i18n, files, outcome, left);
    if (toast) showToast(toast);
    const isOnly = files.length === 1 && outcome.problems.length > 0;
    return isOnly ? null : problemText(i18n, files, outcome, left) || null;
  }

  /** Adds an existing image and selects it: a URL of this site's media, or a data URL. */
  const addUrl = useCallback(
    async (url: string) => {
      const [failed] = (await open([url], openUrl)).problems;
      if (failed) showToast({ kind: "danger", ...failed.problem });
      setList((old) => withSelectedImage(old, url));
    },
    [open, setList],
  );
  return { addFiles, addUrl };
}

/** Returns a function that opens files or URLs one at a time: ten decoded photos would take half a gigabyte. */
function useOpening(setList: ChangeList) {
  const opened = useRef<Promise<unknown>>(Promise.resolve());
  return useCallback(
    <Source>(sources: Source[], openOne: (source: Source) => Promise<OpenedFile>) => {
      setList((old) => ({ ...old, opening: old.opening + sources.length }));
      const done = opened.current.then(async () => {
        const outcome: Outcome<Source> = { problems: [], warnings: [] };
        for (const source of sources) {
          try {
            const { photo, warning } = await openOne(source);
            if (warning) outcome.warnings.push({ source, warning });
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
}
