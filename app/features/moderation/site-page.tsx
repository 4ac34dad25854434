import type { SubmissionResult } from "@conform-to/react";
import { Form, useNavigation } from "react-router";
import { MODERATION_NOTE_MAX } from "~/contract/limits";
import type { CeilingState } from "~/contract/moderation-views";
import { ceilings } from "~/contract/quotas";
import { Button } from "~/ui/button";
import { Field } from "~/ui/field";
import { Desk, DeskPart } from "./desk";

interface Props {
  states: CeilingState[];
  lastResult?: SubmissionResult<string[]>;
}

/** Renders what all members together have used today, with the switches. */
export function SitePage({ states, lastResult }: Props) {
  const problem = lastResult?.error?.[""]?.[0];
  return (
    <Desk title="Site" keys="q: queue · l: log">
      <p className="mt-4 text-muted">
        The operator pays for each use of these. A switch takes effect with the next request of each member.
      </p>
      {problem && (
        <p role="alert" className="mt-4 text-danger">
          {problem}
        </p>
      )}
      {states.map((state) => (
        <DeskPart key={state.name} title={ceilings[state.name].name}>
          <Ceiling state={state} />
        </DeskPart>
      ))}
    </Desk>
  );
}

function Ceiling({ state: { name, used, most, until, isOff } }: { state: CeilingState }) {
  const { formData } = useNavigation();
  const subject = ceilings[name].name;
  return (
    <>
      <p>
        <span className="font-semibold">{isOff ? "Switched off" : "On"}</span>
        <span className="figures">
          {` · ${used.toLocaleString("en-US")} of ${most.toLocaleString("en-US")} in 24 hours`}
        </span>
      </p>
      {until && <p className="text-muted text-sm">{`The count begins again at ${timeOf(until)}.`}</p>}
      <Form key={String(isOff)} method="post" className="mt-4 grid max-w-lg gap-4">
        <input type="hidden" name="name" value={name} />
        <Field
          label="Note"
          name="note"
          id={`note-${name}`}
          optional
          maxLength={MODERATION_NOTE_MAX}
          hint="For moderators only."
        />
        <Button
          type="submit"
          name="action"
          value={isOff ? "on" : "off"}
          look={isOff ? "primary" : "danger"}
          className="justify-self-start"
          aria-label={`${isOff ? "Switch on" : "Switch off"}: ${subject}`}
          busy={formData?.get("name") === name}
          busyLabel="Storing..."
        >
          {isOff ? "Switch on" : "Switch off"}
        </Button>
      </Form>
    </>
  );
}

/** Returns a time in the form "3 December, 14:05", in UTC. */
const timeOf = (iso: string): string =>
  `${new Date(iso).toLocaleString("en-GB", { day: "numeric", month: "long", hour: "2-digit", minute: "2-digit", timeZone: "UTC" })} UTC`;
