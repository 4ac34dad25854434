import { useEffect, useRef, useState } from "react";
import type { Visibility } from "~/contract/visibility";
import { dropCachedFeed } from "~/features/feed/feed-store";
import { ImportPause, importPost, postsLeft } from "./import-posts";
import { type Archive, ArchiveError, openArchive } from "./open-archive.client";
import type { ImportPost } from "./parse-export";

/** A chosen export and how far its import is. */
export interface Import {
  archive: Archive;
  left: ImportPost[];
  /** Posts that an earlier import has shared. */
  earlier: number;
  shared: number;
  /** Posts without a photo that could be imported, and those that the member has deleted. */
  failed: number;
  /** Photos that could not be imported. */
  leftOut: number;
}

export type Step = "choose" | "reading" | "ready" | "running" | "paused" | "done";

/** Returns the import of an export: opens the chosen files, and shares their posts one by one until the member stops it. */
export function useImport(options: { visibility: Visibility; keepsOriginals: boolean }) {
  const [step, setStep] = useState<Step>("choose");
  const [error, setError] = useState("");
  const [current, setCurrent] = useState<Import | null>(null);
  const control = useRef(new AbortController());
  useEffect(() => () => control.current.abort(), []);

  const isBusy = step === "reading" || step === "running";

  /** Runs work that the member can stop, and shows the reason when it ends early. */
  async function run(
    during: Step,
    work: (signal: AbortSignal) => Promise<Step>,
    otherwise: Step,
  ): Promise<void> {
    control.current = new AbortController();
    const { signal } = control.current;
    setError("");
    setStep(during);
    try {
      setStep(await work(signal));
    } catch (reason) {
      setStep(otherwise);
      if (signal.aborted) return;
      if (!(reason instanceof ArchiveError) && !(reason instanceof ImportPause)) throw reason;
      setError(reason.message);
    }
  }

  function open(files: File[]): void {
    if (files.length === 0 || isBusy) return;
    setCurrent(null);
    const read = async (signal: AbortSignal): Promise<Step> => {
      const archive = await openArchive(files);
      const left = await postsLeft(archive.posts, signal);
      const earlier = archive.posts.length - left.length;
      setCurrent({ archive, left, earlier, shared: 0, failed: 0, leftOut: 0 });
      return left.length > 0 ? "ready" : "done";
    };
    void run("reading", read, "choose");
  }

  const importAll = async (all: Import, signal: AbortSignal): Promise<Step> => {
    try {
      let state = all;
      for (const post of all.left) {
        const { isShared, leftOut } = await importPost(all.archive, post, options, signal);
        state = {
          ...state,
          left: state.left.slice(1),
          shared: state.shared + Number(isShared),
          failed: state.failed + Number(!isShared),
          leftOut: state.leftOut + leftOut,
        };
        setCurrent(state);
      }
      return "done";
    } finally {
      dropCachedFeed();
    }
  };
  return {
    step,
    error,
    current,
    isBusy,
    open,
    start: (all: Import) => void run("running", (signal) => importAll(all, signal), "paused"),
    stop: () => control.current.abort(),
  };
}
