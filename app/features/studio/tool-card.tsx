import type { ReactNode } from "react";
import type { ToolName } from "./studio-store";

const anchorOf = (tool: ToolName) => `tool-${tool}`;

/** Brings a tool into sight, for who has just put something into it from elsewhere on the page. */
export function showTool(tool: ToolName): void {
  document.getElementById(anchorOf(tool))?.scrollIntoView();
}

/** One tool of the studio. */
export function ToolCard({
  tool,
  title,
  text,
  icon,
  children,
}: {
  tool: ToolName;
  title: string;
  text: string;
  icon?: ReactNode;
  children: ReactNode;
}) {
  const id = anchorOf(tool);
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className="grid scroll-mt-16 grid-cols-1 content-start gap-4 border-line border-t py-6 first:border-t-0"
    >
      <div>
        <h2 id={`${id}-title`} className="title flex items-center gap-2 text-2xl">
          {icon}
          {title}
        </h2>
        <p className="mt-1 text-muted text-sm">{text}</p>
      </div>
      {children}
    </section>
  );
}
