import type { SubmissionResult } from "@conform-to/react";
import { useId, useRef } from "react";
import { Form, useNavigation } from "react-router";
import { DECISION_DAYS_MAX } from "~/contract/limits";
import { type Decision, decisions } from "~/contract/moderation";
import type { ReportView } from "~/contract/moderation-views";
import { reasonNames } from "~/contract/safety";
import { Button } from "~/ui/button";
import { Checkbox } from "~/ui/checkbox";
import { Field } from "~/ui/field";
import { decisionButtons, kindNames } from "./names";
import { NoteField } from "./note-field";
import { Choice } from "./queue";

interface Props {
  report: ReportView;
  lastResult?: SubmissionResult<string[]>;
}

/** Renders the form of a decision. Those that take something away ask before they are stored. */
export function DecisionForm({ report: { kind, reports, snapshot }, lastResult }: Props) {
  const problems = Object.values(lastResult?.error ?? {}).flatMap((messages) => messages ?? []);
  const subject = kindNames[kind].toLowerCase();
  const offered = decisions.filter((action) => {
    if (action === "remove") return kind !== "member";
    return action !== "cover" || kind === "post";
  });
  return (
    <Form method="post" className="grid gap-5">
      {problems.length > 0 && (
        <p role="alert" className="text-danger">
          {[...new Set(problems)].join(" ")}
        </p>
      )}
      <Choice name="reason" label="Reason" value={reports[0]?.reason ?? "other"} options={reasonNames} />
      <Field
        label="Days"
        name="days"
        type="number"
        min={1}
        max={DECISION_DAYS_MAX}
        defaultValue={7}
        hint="For a silence or a suspension. Empty: a suspension without an end."
      />
      <NoteField />
      {kind !== "member" && (
        <Checkbox name="removes" label={`Remove the ${subject} too, with a warning, silence or suspension`} />
      )}
      <div className="flex flex-wrap gap-3">
        {offered.map((action) =>
          action === "remove" ? (
            <AskingButton
              key={action}
              action={action}
              question={`Remove this ${subject}?`}
              text={`Nobody can see it any more. Undoing brings it back${kind === "post" ? ", but not its likes and comments" : ""}.`}
            />
          ) : action === "suspend" ? (
            <AskingButton
              key={action}
              action={action}
              question={`Suspend ${snapshot.username}?`}
              text="They are logged out at once, and for everybody else they do not exist."
            />
          ) : (
            <DecisionButton key={action} action={action} shortcut={decisionButtons[action].key} />
          ),
        )}
      </div>
    </Form>
  );
}

function DecisionButton({ action, shortcut }: { action: Decision; shortcut?: string }) {
  const { formData } = useNavigation();
  const isDangerous = action === "remove" || action === "suspend";
  return (
    <Button
      type="submit"
      name="action"
      value={action}
      look={isDangerous ? "danger" : action === "dismiss" ? "quiet" : "primary"}
      data-key={shortcut}
      aria-keyshortcuts={shortcut}
      busy={formData?.get("action") === action}
      busyLabel="Storing..."
    >
      {decisionButtons[action].label}
    </Button>
  );
}

interface Question {
  action: Decision;
  question: string;
  text: string;
}

/** Renders a button that asks before it decides. The question is a popover of the platform, which needs no JavaScript. */
function AskingButton({ action, question, text }: Question) {
  const id = useId();
  const cancel = useRef<HTMLButtonElement>(null);
  const { label, key } = decisionButtons[action];
  return (
    <>
      <Button
        look={action === "suspend" ? "danger" : "primary"}
        popoverTarget={id}
        data-key={key}
        aria-keyshortcuts={key}
      >
        {`${label}…`}
      </Button>
      <div
        id={id}
        popover="auto"
        role="alertdialog"
        aria-labelledby={`${id}-question`}
        aria-describedby={`${id}-text`}
        onToggle={({ newState }) => newState === "open" && cancel.current?.focus()}
        className="m-auto w-[26rem] max-w-[calc(100vw-2rem)] rounded-card border border-line bg-surface p-6 text-ink shadow-soft backdrop:bg-black/50"
      >
        <h3 id={`${id}-question`} className="title wrap-anywhere text-xl">
          {question}
        </h3>
        <p id={`${id}-text`} className="mt-2 text-muted">
          {text}
        </p>
        <div className="mt-6 flex flex-wrap justify-end gap-3">
          <Button ref={cancel} look="quiet" popoverTarget={id} popoverTargetAction="hide">
            Cancel
          </Button>
          <DecisionButton action={action} />
        </div>
      </div>
    </>
  );
}
