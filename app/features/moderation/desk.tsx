import { type ReactNode, useRef } from "react";
import { Link } from "react-router";
import { textLink } from "~/ui/text-link";
import { useDeskKeys } from "./use-desk-keys";

interface Props {
  title: ReactNode;
  /** The shortcuts of the page, in words. */
  keys: string;
  children: ReactNode;
}

/** Renders a page of the moderators' desk, with its links and keyboard shortcuts. */
export function Desk({ title, keys, children }: Props) {
  const desk = useRef<HTMLDivElement>(null);
  useDeskKeys(desk);
  return (
    <div ref={desk} className="mx-auto max-w-4xl px-4 py-8">
      <nav aria-label="Moderation" className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
        <Link to="/moderation" className={`${textLink} touch-around`} data-key="q">
          Queue
        </Link>
        <Link to="/moderation/log" className={`${textLink} touch-around`} data-key="l">
          Log
        </Link>
        <Link to="/moderation/site" className={`${textLink} touch-around`} data-key="i">
          Site
        </Link>
        <span className="ms-auto text-muted max-md:hidden">{keys}</span>
      </nav>
      <h1 className="title wrap-anywhere mt-4 text-3xl">{title}</h1>
      {children}
    </div>
  );
}

/** Renders a part of a page of the desk. */
export function DeskPart({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="mt-8 border-line border-t pt-5">
      <h2 className="title mb-3 text-xl">{title}</h2>
      {children}
    </section>
  );
}
