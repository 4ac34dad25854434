import { FolderOpen } from "lucide-react";
import { type ChangeEvent, useEffect, useRef, useState } from "react";
import { counted } from "~/contract/counted";
import { visibilityTexts } from "~/contract/texts";
import type { Visibility } from "~/contract/visibility";
import { dropCachedFeed } from "~/features/feed/feed-store";
import { Button, ButtonLink } from "~/ui/button";
import { buttonLook } from "~/ui/button-look";
import { Progress } from "~/ui/progress";
import { RadioGroup } from "~/ui/radio-group";
import { ImportPause, importPost, postsLeft } from "./import-posts";
import { type Archive, ArchiveError, openArchive } from "./open-archive.client";
import type { ImportPost } from "./parse-export";

/** A chosen export and how far its import is. */
interface Import {
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

type Step = "choose" | "reading" | "ready" | "running" | "paused" | "done";

/** Chooses an export, shows its posts, and imports them one by one until the member stops it. A default export, because `lazy` needs one. */
export default function ImportPanel({ keepsOriginals }: { keepsOriginals: boolean }) {
  const [step, setStep] = useState<Step>("choose");
  const [error, setError] = useState("");
  const [current, setCurrent] = useState<Import | null>(null);
  const [visibility, setVisibility] = useState<Visibility>("everyone");
  const control = useRef(new AbortController());
  useEffect(() => () => control.current.abort(), []);
  const profile = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    // The button that had the focus is gone.
    if (step === "done" && document.activeElement === document.body) profile.current?.focus();
  }, [step]);

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

  function choose({ currentTarget }: ChangeEvent<HTMLInputElement>): void {
    const files = [...(currentTarget.files ?? [])];
    currentTarget.value = "";
    if (files.length === 0 || isBusy) return;
    setCurrent(null);
    const read = async (signal: AbortSignal): Promise<Step> => {
      const archive = await openArchive(files);
      const left = await postsLeft(archive.posts, signal);
      setCurrent({
        archive,
        left,
        earlier: archive.posts.length - left.length,
        shared: 0,
        failed: 0,
        leftOut: 0,
      });
      return left.length > 0 ? "ready" : "done";
    };
    void run("reading", read, "choose");
  }

  const importAll =
    (all: Import) =>
    async (signal: AbortSignal): Promise<Step> => {
      try {
        let state = all;
        for (const post of all.left) {
          const { isShared, leftOut } = await importPost(
            all.archive,
            post,
            { visibility, keepsOriginals },
            signal,
          );
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

  const isBusy = step === "reading" || step === "running";
  return (
    <div className="grid gap-5" data-unsaved={isBusy || undefined}>
      <label
        aria-disabled={isBusy}
        className={buttonLook({
          look: current ? "quiet" : "primary",
          className:
            "relative cursor-pointer justify-self-start focus-within:outline-2 focus-within:outline-ember focus-within:outline-offset-2 aria-disabled:cursor-default aria-disabled:opacity-50",
        })}
      >
        <FolderOpen aria-hidden />
        {current ? "Choose another file" : "Choose file"}
        <input
          type="file"
          multiple
          accept=".zip,application/zip,.json"
          aria-disabled={isBusy}
          onClick={(event) => isBusy && event.preventDefault()}
          onChange={choose}
          className="sr-only"
        />
      </label>
      <div role="status">
        {step === "reading" && <p>Reading the file...</p>}
        {current && <Summary current={current} step={step} />}
      </div>
      {current && step !== "ready" && (
        <Progress
          label="Imported posts"
          value={1 - current.left.length / Math.max(1, current.archive.posts.length)}
        />
      )}
      {error && (
        <p role="alert" className="wrap-anywhere text-danger">
          {error}
        </p>
      )}
      {current && step === "done" && (
        <ButtonLink ref={profile} to="/profile" className="justify-self-start">
          View your profile
        </ButtonLink>
      )}
      {current && (step === "ready" || step === "paused") && (
        <RadioGroup
          legend="Who can see the posts"
          name="visibility"
          options={visibilityTexts}
          value={visibility}
          onChange={setVisibility}
        />
      )}
      {/* One button for all steps, so that the focus stays. */}
      {current && step !== "done" && (
        <Button
          look={step === "running" ? "quiet" : "primary"}
          className="justify-self-start"
          onClick={() =>
            step === "running" ? control.current.abort() : void run("running", importAll(current), "paused")
          }
        >
          {step === "running"
            ? "Stop"
            : step === "paused"
              ? "Continue"
              : `Import ${counted(current.left.length, "post")}`}
        </Button>
      )}
    </div>
  );
}

/** Says how many posts are imported, and what is left out. */
function Summary({
  current: { archive, left, earlier, shared, failed, leftOut },
  step,
}: {
  current: Import;
  step: Step;
}) {
  const all = archive.posts.length;
  const photos = archive.missing + leftOut;
  const notes = [
    earlier > 0 && `${counted(earlier, "post")} imported before`,
    failed > 0 && `${counted(failed, "post")} could not be imported`,
    photos > 0 && `${counted(photos, "photo")} left out: missing in the file, damaged or of another format`,
    archive.videos > 0 && `${counted(archive.videos, "video")} left out`,
    archive.hidden > 0 &&
      `${counted(archive.hidden, "post")} left out, which only the people in them could see`,
    archive.unreadable > 0 && `${counted(archive.unreadable, "post")} without a photo or a date left out`,
  ].filter((note) => note !== false);
  return (
    <>
      <p className="figures font-semibold">
        {step === "ready" && `${counted(all, "post")} in this file.`}
        {step === "done" &&
          (shared > 0 ? `Done. ${counted(shared, "post")} imported.` : "There is nothing left to import.")}
        {(step === "running" || step === "paused") &&
          `${(all - left.length).toLocaleString("en")} of ${counted(all, "post")} finished.`}
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
