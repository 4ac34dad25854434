import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useEffect, useRef, useState } from "react";
import type { Visibility } from "~/contract/visibility";
import { Button, ButtonLink } from "~/ui/button";
import { DropHint } from "~/ui/drop-hint";
import { Progress } from "~/ui/progress";
import { RadioGroup } from "~/ui/radio-group";
import { showToast } from "~/ui/toast-store";
import { useUnsavedWork } from "~/ui/unsaved-work";
import { useDroppedFiles } from "~/ui/use-taken-files";
import { visibilityOptions } from "~/ui/visibility-options";
import { FileButton } from "./file-button";
import { missingPhotos } from "./import-posts";
import { ImportSummary } from "./import-summary";
import { IncompletePosts } from "./incomplete-posts";
import { LeftOutList } from "./left-out-list";
import { type Import, type Step, useImport, withPhotos } from "./use-import";

/** Chooses an export, shows its posts, and imports them until stopped. A default export, because `lazy` needs one. */
export default function ImportPanel({ keepsOriginals }: { keepsOriginals: boolean }) {
  const { t } = useLingui();
  const [visibility, setVisibility] = useState<Visibility>("everyone");
  const [withIncomplete, setWithIncomplete] = useState(false);
  const { step, error, current, isBusy, isPart, open, start, stop } = useImport({
    visibility,
    keepsOriginals,
  });
  useUnsavedWork(isBusy);
  const choose = (isAdded: boolean) => (files: File[]) => {
    if (isBusy && files.length > 0)
      return showToast({
        kind: "danger",
        title: t`File not added`,
        text: t`Please wait until the other file is done, or stop its import.`,
      });
    if (files.length > 0) setWithIncomplete(false);
    open(files, isAdded);
  };
  // A file that is dropped meanwhile is not taken, and `choose` says so.
  const isOver = useDroppedFiles(choose(isPart)) && !isBusy;
  return (
    <div className="grid gap-5">
      {isOver && <DropHint text={t`Drop your zip file`} />}
      <div className="flex flex-wrap gap-3">
        {isPart && (
          <FileButton label={t`Add another file`} isPrimary isBusy={isBusy} onFiles={choose(true)} />
        )}
        <FileButton
          label={current || isPart ? t`Choose another file` : t`Choose file`}
          isPrimary={!current && !isPart}
          isBusy={isBusy}
          onFiles={choose(false)}
        />
      </div>
      {/* Empty it takes no room, and still announces what comes. */}
      <div role="status" className="empty:-mb-5">
        {step === "reading" && (
          <p>
            <Trans>Reading the file...</Trans>
          </p>
        )}
        {current && step !== "reading" && <ImportSummary current={current} step={step} />}
      </div>
      {current && <ImportProgress current={current} step={step} />}
      {error && (
        <p role="alert" className="wrap-anywhere text-danger">
          {t(error)}
        </p>
      )}
      {current && step !== "reading" && (
        <ImportChoices
          {...{ current, step, withIncomplete, setWithIncomplete, visibility, setVisibility }}
          onPress={() => (step === "running" ? stop() : start(current, withIncomplete))}
        />
      )}
    </div>
  );
}

interface ChoicesProps {
  current: Import;
  step: Step;
  withIncomplete: boolean;
  setWithIncomplete: (withIncomplete: boolean) => void;
  visibility: Visibility;
  setVisibility: (visibility: Visibility) => void;
  /** Starts, stops or continues the import. */
  onPress: () => void;
}

/** Renders what can be chosen about an opened export, what is left out of it, and the button that imports it. */
function ImportChoices({ current, step, withIncomplete, onPress, ...choices }: ChoicesProps) {
  const { t, i18n } = useLingui();
  const { left, incomplete } = current;
  const isRunning = step === "running";
  const profile = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    // The button that had the focus is gone.
    if (step === "done" && document.activeElement === document.body) profile.current?.focus();
  }, [step]);
  const leftOut = [...current.leftOut, ...incomplete.flatMap(missingPhotos)];
  const due = left.length + (withIncomplete ? withPhotos(incomplete).length : 0);
  return (
    <>
      {incomplete.length > 0 && !isRunning && (
        <IncompletePosts
          posts={incomplete}
          isIncluded={withIncomplete}
          onInclude={choices.setWithIncomplete}
        />
      )}
      {leftOut.length > 0 && !isRunning && <LeftOutList leftOut={leftOut} />}
      {step === "done" && (
        <ButtonLink ref={profile} to="/profile" className="justify-self-start">
          <Trans>View your profile</Trans>
        </ButtonLink>
      )}
      {due > 0 && !isRunning && (
        <RadioGroup
          legend={t`Who can see the posts`}
          name="visibility"
          options={visibilityOptions(i18n)}
          value={choices.visibility}
          onChange={choices.setVisibility}
        />
      )}
      {/* One button for all steps, so that the focus stays. */}
      {(isRunning || due > 0) && (
        <Button variant={isRunning ? "quiet" : "primary"} className="justify-self-start" onClick={onPress}>
          {isRunning
            ? t({ message: "Stop", comment: "Interrupts the import" })
            : step === "paused"
              ? t({ message: "Continue", comment: "Goes on with the import" })
              : t({ message: plural(due, { one: "Import # post", other: "Import # posts" }) })}
        </Button>
      )}
    </>
  );
}

/** Renders the imported fraction of the posts, from the first press of Import. */
function ImportProgress({
  current: { left, earlier, shared, failed },
  step,
}: {
  current: Import;
  step: Step;
}) {
  const { t } = useLingui();
  if (step === "ready" || step === "reading") return null;
  const finished = earlier + shared + failed;
  return (
    <Progress label={t`Imported posts`} value={left.length === 0 ? 1 : finished / (finished + left.length)} />
  );
}
