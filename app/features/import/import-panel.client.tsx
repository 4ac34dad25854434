import { FolderOpen } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { counted } from "~/contract/counted";
import { visibilityTexts } from "~/contract/texts";
import type { Visibility } from "~/contract/visibility";
import { Button, ButtonLink } from "~/ui/button";
import { buttonLook } from "~/ui/button-look";
import { Progress } from "~/ui/progress";
import { RadioGroup } from "~/ui/radio-group";
import { useUnsavedWork } from "~/ui/unsaved-work";
import { ImportSummary } from "./import-summary";
import { useImport } from "./use-import";

/** Chooses an export, shows its posts, and imports them one by one until the member stops it. A default export, because `lazy` needs one. */
export default function ImportPanel({ keepsOriginals }: { keepsOriginals: boolean }) {
  const [visibility, setVisibility] = useState<Visibility>("everyone");
  const { step, error, current, isBusy, open, start, stop } = useImport({ visibility, keepsOriginals });
  const profile = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    // The button that had the focus is gone.
    if (step === "done" && document.activeElement === document.body) profile.current?.focus();
  }, [step]);
  useUnsavedWork(isBusy);
  return (
    <div className="grid gap-5">
      <FileButton
        label={current ? "Choose another file" : "Choose file"}
        isPrimary={!current}
        isBusy={isBusy}
        onFiles={open}
      />
      <div role="status">
        {step === "reading" && <p>Reading the file...</p>}
        {current && <ImportSummary current={current} step={step} />}
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
          onClick={() => (step === "running" ? stop() : start(current))}
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

interface FileButtonProps {
  label: string;
  isPrimary: boolean;
  isBusy: boolean;
  onFiles: (files: File[]) => void;
}

/** A button that chooses the files of an export. */
function FileButton({ label, isPrimary, isBusy, onFiles }: FileButtonProps) {
  return (
    <label
      aria-disabled={isBusy}
      className={buttonLook({
        look: isPrimary ? "primary" : "quiet",
        className:
          "relative cursor-pointer justify-self-start focus-within:outline-2 focus-within:outline-ember focus-within:outline-offset-2 aria-disabled:cursor-default aria-disabled:opacity-50",
      })}
    >
      <FolderOpen aria-hidden />
      <span>{label}</span>
      <input
        type="file"
        multiple
        accept=".zip,application/zip,.json"
        aria-disabled={isBusy}
        onClick={(event) => isBusy && event.preventDefault()}
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])];
          currentTarget.value = "";
          onFiles(files);
        }}
        className="sr-only"
      />
    </label>
  );
}
