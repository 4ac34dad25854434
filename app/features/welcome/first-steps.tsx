import { Check, X } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { Link } from "react-router";
import type { ProfileView } from "~/contract/accounts";
import { FIRST_CONNECTIONS } from "~/contract/limits";
import { api } from "~/features/api/client";
import type { SessionViewer } from "~/features/session/viewer";
import { onFrame } from "~/realtime/frames";
import { IconButton } from "~/ui/icon-button";
import { textLink } from "~/ui/text-link";
import { areStepsOver, endSteps } from "./steps-over";

type Progress = Pick<ProfileView, "profileImage" | "postCount" | "followerCount" | "followingCount">;

/** Renders the first steps of a new member until they are done or dismissed; nothing before they are loaded. */
export function FirstSteps({ viewer: { id, username } }: { viewer: SessionViewer }) {
  const [progress, setProgress] = useState<Progress | null>(null);
  const [isOver, setOver] = useState(() => areStepsOver(id));
  useEffect(() => {
    if (isOver) return;
    const read = () =>
      api("GET /api/users/profile/{username}", { params: { username } }).then(setProgress, () => undefined);
    void read();
    return onFrame("connection_status", () => void read());
  }, [isOver, username]);
  const steps = progress && stepsOf(progress);
  const areDone = steps?.every(({ isDone }) => isDone) ?? false;
  useEffect(() => {
    if (areDone) endSteps(id);
  }, [areDone, id]);
  function dismiss() {
    endSteps(id);
    setOver(true);
    // The pressed button is unmounted.
    document.getElementById("content")?.focus({ preventScroll: true });
  }
  if (isOver || !steps || areDone) return null;
  return (
    <section
      aria-labelledby="first-steps"
      className="mx-4 mb-8 animate-rise rounded-card border border-line bg-surface py-3 ps-5 pe-2 md:mx-0"
    >
      <div className="flex items-center justify-between gap-3">
        <h2 id="first-steps" className="title text-xl">
          Make yourself at home
        </h2>
        <IconButton label="Dismiss" icon={<X aria-hidden className="!size-5" />} onClick={dismiss} />
      </div>
      <ul className="pb-2">
        {steps.map(({ label, to, note, isDone }) => (
          <li key={to} className="flex min-h-11 items-center gap-3">
            <Mark isDone={isDone} />
            {isDone ? (
              <span className="text-muted line-through">
                <span>{label}</span>
                <span className="sr-only"> (done)</span>
              </span>
            ) : (
              <Link to={to} className={`${textLink} touch-around`}>
                {label}
              </Link>
            )}
            {!isDone && note && <span className="figures text-muted text-sm">{note}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Mark({ isDone }: { isDone: boolean }): ReactNode {
  return (
    <span
      aria-hidden
      className={`inline-flex size-6 shrink-0 items-center justify-center rounded-full border ${isDone ? "border-ink bg-ink text-paper" : "border-edge"}`}
    >
      {isDone && <Check className="size-4" />}
    </span>
  );
}

function stepsOf({ profileImage, postCount, followerCount, followingCount }: Progress) {
  const connections = followerCount + followingCount;
  return [
    { label: "Add a photo of yourself", to: "/profile", isDone: profileImage !== null },
    {
      label: `Connect with ${FIRST_CONNECTIONS} people`,
      to: "/search",
      note: connections > 0 && `${connections} of ${FIRST_CONNECTIONS}`,
      isDone: connections >= FIRST_CONNECTIONS,
    },
    { label: "Share your first photo", to: "/post", isDone: postCount > 0 },
  ];
}
