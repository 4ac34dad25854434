import { type ReactNode, useId } from "react";

/** One tool of the studio. */
export function ToolCard({
  title,
  text,
  icon,
  children,
}: {
  title: string;
  text: string;
  icon?: ReactNode;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="grid grid-cols-1 content-start gap-4 border-line border-t py-6 first:border-t-0"
    >
      <div>
        <h2 id={id} className="title flex items-center gap-2 text-2xl">
          {icon}
          {title}
        </h2>
        <p className="mt-1 text-muted text-sm">{text}</p>
      </div>
      {children}
    </section>
  );
}
