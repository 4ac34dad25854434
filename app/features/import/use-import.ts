import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useEffect, useRef, useState } from "react";
import type { Visibility } from "~/contract/visibility";
import { dropCachedFeed } from "~/features/feed/feed-store";
import { ArchiveError } from "./archive-entries.client";
import type { LeftOut } from "./exported-post";
import { ImportPause, importPost, postsLeft } from "./import-posts";
import { type Archive, openArchive } from "./open-archive.client";
import type { ImportPost } from "./parse-export";

/** A chosen export and how far its import is. */
export interface Import {
  archive: Archive;
  /** Posts to import, newest first. */
  left: ImportPost[];
  /** Posts with photos in none of the chosen files. They wait for another file, or for the choice to go without. */
  incomplete: ImportPost[];
  /** Posts that an earlier import has shared. */
  earlier: number;
  shared: number;
  /** Posts without a photo that could be imported, and those that the member has deleted. */
  failed: number;
  leftOut: LeftOut[];
}

export type Step = "choose" | "reading" | "ready" | "running" | "paused" | "done";

interface Options {
  visibility: Visibility;
  keepsOriginals: boolean;
}

/** Returns the import of an export: opens the chosen files, and shares their posts until the member stops it. */
export function useImport(options: Options) {
  const { step, error, run, stop } = useSteps();
  const [current, setCurrent] = useState<Import | null>(null);
  /** Files that may be parts of one export. */
  const [files, setFiles] = useState<File[]>([]);
  const isBusy = step === "reading" || step === "running";

  /** Opens an export of only these files, or of these files too. An unreadable file leaves the others unchanged. */
  function open(chosen: File[], isAdded: boolean): void {
    if (chosen.length === 0 || isBusy) return;
    const all = isAdded ? [...files, ...chosen] : chosen;
    if (!isAdded) {
      setCurrent(null);
      setFiles([]);
    }
    const read = async (signal: AbortSignal): Promise<Step> => {
      try {
        const opened = await openImport(all, signal);
        setFiles(all);
        setCurrent(opened);
        return opened.left.length + opened.incomplete.length > 0 ? "ready" : "done";
      } catch (reason) {
        if (reason instanceof ArchiveError && reason.isPart) setFiles(all);
        throw reason;
      }
    };
    void run("reading", read, isAdded ? step : "choose");
  }

  return {
    step,
    error,
    current,
    isBusy,
    isPart: files.length > 0 && (!current || current.incomplete.length > 0),
    open,
    /** @param withIncomplete imports the posts that lack photos too */
    start: (all: Import, withIncomplete: boolean) =>
      void run(
        "running",
        (signal) => alone(() => importAll(due(all, withIncomplete), options, setCurrent, signal)),
        "paused",
      ),
    stop,
  };
}

/** Returns the step of an import, and what runs and stops its work. */
function useSteps() {
  const [step, setStep] = useState<Step>("choose");
  const [error, setError] = useState<MessageDescriptor | null>(null);
  const control = useRef(new AbortController());
  useEffect(() => () => control.current.abort(), []);

  /** Runs work that the member can stop, and shows the reason when it ends early. */
  async function run(
    during: Step,
    work: (signal: AbortSignal) => Promise<Step>,
    otherwise: Step,
  ): Promise<void> {
    control.current = new AbortController();
    const { signal } = control.current;
    setError(null);
    setStep(during);
    try {
      setStep(await work(signal));
    } catch (reason) {
      setStep(otherwise);
      if (signal.aborted) return;
      if (!(reason instanceof ArchiveError) && !(reason instanceof ImportPause)) throw reason;
      setError(reason.text);
    }
  }
  return { step, error, run, stop: () => control.current.abort() };
}

async function openImport(files: File[], signal: AbortSignal): Promise<Import> {
  const archive = await openArchive(files);
  const posts = await postsLeft(archive.posts, signal);
  return {
    archive,
    left: posts.filter(({ missing }) => missing.length === 0),
    incomplete: posts.filter(({ missing }) => missing.length > 0),
    earlier: archive.posts.length - posts.length,
    shared: 0,
    failed: 0,
    leftOut: archive.leftOut,
  };
}

/** Returns the incomplete posts that have a photo to import. */
export const withPhotos = (posts: ImportPost[]) => posts.filter(({ photos }) => photos.length > 0);

/** Returns the import with the posts to import now. */
function due(all: Import, withIncomplete: boolean): Import {
  if (!withIncomplete) return all;
  const left = [...all.left, ...withPhotos(all.incomplete)].toSorted((a, b) => b.at - a.at);
  return { ...all, left, incomplete: all.incomplete.filter(({ photos }) => photos.length === 0) };
}

async function importAll(
  all: Import,
  options: Options,
  setCurrent: (state: Import) => void,
  signal: AbortSignal,
): Promise<Step> {
  let state = all;
  setCurrent(state);
  try {
    for (const post of all.left) {
      const { isShared, leftOut } = await importPost(all.archive, post, options, signal);
      state = {
        ...state,
        left: state.left.slice(1),
        shared: state.shared + Number(isShared),
        failed: state.failed + Number(!isShared),
        leftOut: leftOut.length > 0 ? [...state.leftOut, ...leftOut] : state.leftOut,
      };
      setCurrent(state);
    }
    return "done";
  } finally {
    dropCachedFeed();
  }
}

/** Runs an import unless another tab does. Repeated posts are idempotent, but their photos would be uploaded again. */
function alone(work: () => Promise<Step>): Promise<Step> {
  // Missing outside of secure contexts.
  if (!navigator.locks) return work();
  return navigator.locks.request("afterglow-import", { ifAvailable: true }, (lock) => {
    if (!lock)
      throw new ImportPause(msg`An import is running in another tab. Please continue there, or after it.`);
    return work();
  });
}
