import { Trans, useLingui } from "@lingui/react/macro";
import { EyeOff } from "lucide-react";
import { Form, Link, useNavigation } from "react-router";
import { APPEAL_MAX } from "~/contract/limits";
import { variantUrl } from "~/contract/media-address";
import type { OwnDecision } from "~/contract/moderation";
import { Button } from "~/ui/button";
import { TextArea } from "~/ui/field";
import { TimeAgo } from "~/ui/time-ago";
import { appealStates, lineOf, remarkOf } from "./decision-texts";

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

/** Renders the photo of a post, as a link to it. A removed or covered one has an icon in its place. */
function Thumbnail({ decision: { photo, postId } }: { decision: OwnDecision }) {
  const { t } = useLingui();
  const face = photo ? (
    <img
      src={variantUrl(photo, "thumb")}
      alt={t`Your post`}
      loading="lazy"
      className="size-full object-cover"
    />
  ) : (
    <EyeOff aria-hidden className="size-5 text-muted" />
  );
  const imageClasses =
    "flex size-16 shrink-0 items-center justify-center overflow-hidden rounded-control bg-wash";
  if (!postId) return <span className={imageClasses}>{face}</span>;
  return (
    <Link to={`/post/${postId}`} aria-label={t`View your post`} className={imageClasses}>
      {face}
    </Link>
  );
}

function OneDecision({ decision }: { decision: OwnDecision }) {
  const { id, action, text, createdAt, isUndone, appeal } = decision;
  const { i18n, t } = useLingui();
  const { formData } = useNavigation();
  const remark = remarkOf(decision);
  return (
    <>
      <div className="flex items-start gap-4">
        {decision.kind === "post" && <Thumbnail decision={decision} />}
        <div className="min-w-0">
          <p className="font-medium">{lineOf(i18n, decision)}</p>
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
      {remark && <p className="mt-2">{t(remark)}</p>}
      {appeal !== "none" && <p className="mt-1 text-sm">{t(appealStates[appeal])}</p>}
      {appeal === "none" && !isUndone && action !== "hold" && (
        <Form method="post" preventScrollReset className="mt-3 grid gap-3">
          <input type="hidden" name="intent" value="appeal" />
          <input type="hidden" name="decisionId" value={id} />
          <TextArea label={t`Why is this decision wrong?`} name="text" required limit={APPEAL_MAX} rows={2} />
          <div>
            <Button
              type="submit"
              variant="quiet"
              size="small"
              busy={formData?.get("decisionId") === id}
              busyLabel={t`Sending...`}
            >
              <Trans context="verb" comment="Button that sends an appeal against a decision">
                Appeal
              </Trans>
            </Button>
          </div>
        </Form>
      )}
    </>
  );
}
