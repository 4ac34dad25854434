import type { ReactNode, Ref } from "react";
import type { ToolName } from "./studio-store";

const elementId = (tool: ToolName) => `tool-${tool}`;

/** Scrolls a tool into view, for example after its input was set from the collection. */
export function showTool(tool: ToolName): void {
  document.getElementById(elementId(tool))?.scrollIntoView();
}

/** Moves the focus to the control that starts a tool, from one that disappears. */
export function focusStart(tool: ToolName): void {
  const card = document.getElementById(elementId(tool));
  card?.querySelector<HTMLElement>('[type="submit"], [aria-pressed="true"]')?.focus();
}

/** Returns the id of the element of a tool's result. */
export const resultId = (tool: ToolName) => `result-${tool}`;

/**
 * Scrolls a new result into view once it is rendered, if the member is on the page and not busy in another tool. It
 * begins below the top bar: the toast at the edge of the window then covers none of its buttons.
 */
export function showResult(tool: ToolName): void {
  requestAnimationFrame(() => {
    const elsewhere = document.activeElement?.closest("section");
    if (elsewhere && elsewhere.id !== elementId(tool)) return;
    document.getElementById(resultId(tool))?.scrollIntoView();
  });
}

interface Props {
  tool: ToolName;
  title: string;
  text: string;
  icon?: ReactNode;
  children: ReactNode;
  ref?: Ref<HTMLElement>;
}

/** One tool of the studio. */
export function ToolCard({ tool, title, text, icon, children, ref }: Props) {
  const id = elementId(tool);
  return (
    <section
      ref={ref}
      id={id}
      aria-labelledby={`${id}-title`}
      className="grid scroll-mt-16 grid-cols-1 content-start gap-4 border-line border-t py-6 first:border-t-0"
    >
      <div>
        <h2 id={`${id}-title`} className="title flex items-center gap-2 text-2xl">
          {icon}
          <span>{title}</span>
        </h2>
        <p className="mt-1 text-muted text-sm">{text}</p>
      </div>
      {children}
    </section>
  );
}
