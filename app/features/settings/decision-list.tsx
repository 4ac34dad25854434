import { Form, useNavigation } from "react-router";
import { APPEAL_MAX } from "~/contract/limits";
import type { OwnDecision } from "~/contract/moderation";
import { type ReportKind, reasonNames } from "~/contract/safety";
import { Button } from "~/ui/button";
import { TextArea } from "~/ui/field";
import { TimeAgo } from "~/ui/time-ago";

const subjects: Record<ReportKind, string> = {
  post: "Your post",
  comment: "Your comment",
  message: "Your message",
  member: "Your profile",
  ai_image: "Your AI image",
};

const dayOf = (iso: string) =>
  new Date(iso).toLocaleDateString("en-GB", { dateStyle: "long", timeZone: "UTC" });

const actions: Record<Exclude<OwnDecision["action"], "hold">, (until: string | null) => string> = {
  remove: () => "We removed it.",
  cover: () => "We covered its photo as sensitive.",
  warn: () => "This is a warning.",
  silence: (until) => `You cannot post, comment or send requests until ${until && dayOf(until)}.`,
  suspend: () => "Your account was suspended.",
};

const states: Record<OwnDecision["appeal"], string> = {
  none: "",
  open: "Another moderator is reviewing your appeal.",
  granted: "Your appeal was granted.",
  upheld: "Your appeal was reviewed. The decision stands.",
};

/** Renders the moderators' decisions about the member, each with its rule, its content, and an appeal. */
export function DecisionList({ decisions }: { decisions: OwnDecision[] }) {
  return (
    <ul className="grid gap-6">
      {decisions.map((decision) => (
        <li key={decision.id}>
          <OneDecision decision={decision} />
        </li>
      ))}
    </ul>
  );
}

function headingOf({ action, kind, reason, isAutomatic }: OwnDecision): string {
  if (action === "hold") return `${subjects[kind]} is held for a moderator: ${reasonNames[reason]}`;
  if (isAutomatic) return `${subjects[kind]} seems to have a sensitive photo: ${reasonNames[reason]}`;
  return `${subjects[kind]} breaks our rules: ${reasonNames[reason]}`;
}

function outcomeOf({ action, hasRemoved, until, isUndone, isAutomatic }: OwnDecision): string {
  if (action === "hold")
    return isUndone
      ? "A moderator has looked at it. It is shown again."
      : "An automatic check has put it away. Nobody sees it until a moderator has looked at it; you will be notified.";
  if (isUndone) return "This decision was reversed.";
  if (isAutomatic)
    return "An automatic check has covered its photo. If that is wrong, a moderator will look at it.";
  return `${hasRemoved && action !== "remove" ? "We removed it. " : ""}${actions[action](until)}`;
}

function OneDecision({ decision }: { decision: OwnDecision }) {
  const { id, action, text, createdAt, isUndone, appeal } = decision;
  const { formData } = useNavigation();
  return (
    <>
      <p className="font-medium">{headingOf(decision)}</p>
      <p className="text-muted text-sm">
        <TimeAgo iso={createdAt} />
      </p>
      {text && (
        <blockquote dir="auto" className="wrap-anywhere mt-2 border-line border-s-2 ps-3">
          {text}
        </blockquote>
      )}
      <p className="mt-2">{outcomeOf(decision)}</p>
      {appeal !== "none" && <p className="mt-1 text-sm">{states[appeal]}</p>}
      {appeal === "none" && !isUndone && action !== "hold" && (
        <Form method="post" preventScrollReset className="mt-3 grid gap-3">
          <input type="hidden" name="intent" value="appeal" />
          <input type="hidden" name="decisionId" value={id} />
          <TextArea label="Why is this decision wrong?" name="text" required limit={APPEAL_MAX} rows={2} />
          <div>
            <Button
              type="submit"
              look="quiet"
              size="small"
              busy={formData?.get("decisionId") === id}
              busyLabel="Sending..."
            >
              Appeal
            </Button>
          </div>
        </Form>
      )}
    </>
  );
}
