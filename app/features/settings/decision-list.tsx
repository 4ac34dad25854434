import { Form, useNavigation } from "react-router";
import { APPEAL_MAX, type OwnDecision } from "~/contract/moderation";
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

const actions: Record<OwnDecision["action"], (until: string | null) => string> = {
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

function OneDecision({ decision }: { decision: OwnDecision }) {
  const { id, action, kind, reason, text, hasRemoved, until, createdAt, isUndone, appeal } = decision;
  const { formData } = useNavigation();
  return (
    <>
      <p className="font-medium">
        {subjects[kind]} breaks our rules: {reasonNames[reason]}
      </p>
      <p className="text-muted text-sm">
        <TimeAgo iso={createdAt} />
      </p>
      {text && (
        <blockquote dir="auto" className="wrap-anywhere mt-2 border-line border-s-2 ps-3">
          {text}
        </blockquote>
      )}
      <p className="mt-2">
        {isUndone
          ? "This decision was reversed."
          : `${hasRemoved && action !== "remove" ? "We removed it. " : ""}${actions[action](until)}`}
      </p>
      {appeal !== "none" && <p className="mt-1 text-sm">{states[appeal]}</p>}
      {appeal === "none" && !isUndone && (
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
