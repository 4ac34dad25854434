import { EyeOff } from "lucide-react";
import { Form, Link, useNavigation } from "react-router";
import { APPEAL_MAX } from "~/contract/limits";
import { variantUrl } from "~/contract/media-address";
import type { OwnDecision } from "~/contract/moderation";
import { type ReportKind, reasonNames } from "~/contract/safety";
import { Button } from "~/ui/button";
import { TextArea } from "~/ui/field";
import { TimeAgo } from "~/ui/time-ago";

const subjects: Record<ReportKind, string> = {
  post: "your post",
  comment: "your comment",
  message: "your message",
  member: "your profile",
  ai_image: "your AI image",
};

const dayOf = (iso: string) =>
  new Date(iso).toLocaleDateString("en-GB", { dateStyle: "long", timeZone: "UTC" });

/** The line of each decision. @param it what it is about, such as "your post" @param rule the rule that it breaks */
const lines: Record<
  Exclude<OwnDecision["action"], "hold">,
  (it: string, rule: string, until: string) => string
> = {
  remove: (it, rule) => `We removed ${it}: ${rule}`,
  cover: (it, rule) => `We covered the photo of ${it} as sensitive: ${rule}`,
  warn: (it, rule) => `This is a warning about ${it}: ${rule}`,
  silence: (it, rule, until) =>
    `You cannot post, comment or send requests${until}, because of ${it}: ${rule}`,
  suspend: (it, rule, until) => `Your account was suspended${until}, because of ${it}: ${rule}`,
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

function lineOf({ action, kind, reason, until, isAutomatic }: OwnDecision): string {
  const rule = reasonNames[reason];
  if (action === "hold") return `Your post is held for a moderator: ${rule}`;
  if (isAutomatic) return `Your post seems to have a sensitive photo: ${rule}`;
  return lines[action](subjects[kind], rule, until ? ` until ${dayOf(until)}` : "");
}

/** Returns what the line does not say; null when it says all. */
function remarkOf({ action, hasRemoved, isUndone, isAutomatic }: OwnDecision): string | null {
  if (action === "hold")
    return isUndone
      ? "A moderator has looked at it. It is shown again."
      : "An automatic check has put it away. Nobody sees it until a moderator has looked at it; you will be notified.";
  if (isUndone) return "This decision was reversed.";
  if (isAutomatic)
    return "An automatic check has covered its photo. If that is wrong, a moderator will look at it.";
  return hasRemoved && action !== "remove" ? "We removed it." : null;
}

/** Renders the photo of a post, as a link to it. A removed or covered one has an icon in its place. */
function Thumbnail({ decision: { photo, postId } }: { decision: OwnDecision }) {
  const face = photo ? (
    <img src={variantUrl(photo, "thumb")} alt="Your post" loading="lazy" className="size-full object-cover" />
  ) : (
    <EyeOff aria-hidden className="size-5 text-muted" />
  );
  const look = "flex size-16 shrink-0 items-center justify-center overflow-hidden rounded-control bg-wash";
  if (!postId) return <span className={look}>{face}</span>;
  return (
    <Link to={`/post/${postId}`} aria-label="View your post" className={look}>
      {face}
    </Link>
  );
}

function OneDecision({ decision }: { decision: OwnDecision }) {
  const { id, action, text, createdAt, isUndone, appeal } = decision;
  const { formData } = useNavigation();
  const remark = remarkOf(decision);
  return (
    <>
      <div className="flex items-start gap-4">
        {decision.kind === "post" && <Thumbnail decision={decision} />}
        <div className="min-w-0">
          <p className="font-medium">{lineOf(decision)}</p>
          {text && (
            <p dir="auto" className="wrap-anywhere line-clamp-3">
              {text}
            </p>
          )}
          <p className="text-muted text-sm">
            <TimeAgo iso={createdAt} />
          </p>
        </div>
      </div>
      {remark && <p className="mt-2">{remark}</p>}
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
