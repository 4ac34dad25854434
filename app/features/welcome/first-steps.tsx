import type { MessageDescriptor } from "@lingui/core";
import { msg, plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useStore } from "@nanostores/react";
import { Check, X } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { Link } from "react-router";
import { FIRST_CONNECTIONS } from "~/contract/limits";
import type { SessionViewer } from "~/features/session/viewer";
import { $stories } from "~/features/stories/use-stories";
import { IconButton } from "~/ui/icon-button";
import { textLink } from "~/ui/text-link";
import { areStepsOver, endSteps } from "./steps-over";

/**
 * Renders a new member's first steps until they are done or dismissed. The strip above the feed loads the connections;
 * renders nothing before that.
 */
export function FirstSteps({
  viewer: { id, profileImage },
  hasPosted,
}: {
  viewer: SessionViewer;
  hasPosted: boolean;
}) {
  const { t } = useLingui();
  const { phase, members } = useStore($stories);
  const [isOver, setOver] = useState(() => areStepsOver(id));
  const steps = stepsOf({ hasPhoto: profileImage !== null, connections: members.length, hasPosted });
  const areDone = phase === "ready" && steps.every(({ isDone }) => isDone);
  useEffect(() => {
    if (areDone) endSteps(id);
  }, [areDone, id]);
  function dismiss() {
    endSteps(id);
    setOver(true);
    // The pressed button is unmounted.
    document.getElementById("content")?.focus({ preventScroll: true });
  }
  if (isOver || phase !== "ready" || areDone) return null;
  return (
    <section
      aria-labelledby="first-steps"
      className="mx-4 mb-8 animate-rise rounded-card border border-line bg-surface py-3 ps-5 pe-2 md:mx-0"
    >
      <div className="flex items-center justify-between gap-3">
        <h2 id="first-steps" className="title text-xl">
          <Trans>Make yourself at home</Trans>
        </h2>
        <IconButton label={t`Dismiss`} icon={<X aria-hidden className="!size-5" />} onClick={dismiss} />
      </div>
      <ul className="pb-2">
        {steps.map(({ label, to, note, isDone }) => (
          <li key={to} className="flex min-h-11 items-center gap-3">
            <StepIcon isDone={isDone} />
            {isDone ? (
              <span className="text-muted line-through">
                <span>{t(label)}</span>
                <span className="sr-only">
                  {" "}
                  <Trans comment="After a step that is done">(done)</Trans>
                </span>
              </span>
            ) : (
              <Link to={to} className={`${textLink} touch-around`}>
                {t(label)}
              </Link>
            )}
            {!isDone && note && <span className="figures text-muted text-sm">{t(note)}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}

function StepIcon({ isDone }: { isDone: boolean }): ReactNode {
  return (
    <span
      aria-hidden
      className={`inline-flex size-6 shrink-0 items-center justify-center rounded-full border ${isDone ? "border-ink bg-ink text-paper" : "border-edge"}`}
    >
      {isDone && <Check className="size-4" />}
    </span>
  );
}

interface Progress {
  hasPhoto: boolean;
  connections: number;
  hasPosted: boolean;
}

interface Step {
  label: MessageDescriptor;
  to: string;
  note?: MessageDescriptor | false;
  isDone: boolean;
}

function stepsOf({ hasPhoto, connections, hasPosted }: Progress): Step[] {
  const total = FIRST_CONNECTIONS;
  return [
    { label: msg`Add a photo of yourself`, to: "/profile", isDone: hasPhoto },
    {
      label: msg({
        message: plural(total, { one: "Connect with # person", other: "Connect with # people" }),
      }),
      to: "/search",
      note:
        connections > 0 &&
        msg({
          message: `${connections} of ${total}`,
          comment: "Members that the viewer has connected with, such as “1 of 3”",
        }),
      isDone: connections >= total,
    },
    { label: msg`Share your first photo`, to: "/post", isDone: hasPosted },
  ];
}
