import { type ReactNode, useId } from "react";

/** Renders a section of the settings page with its heading and description. */
export function Section({
  title,
  text,
  anchor,
  children,
}: {
  title: string;
  text: ReactNode;
  /** The section's fragment in the page's address. */
  anchor?: string;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section
      id={anchor}
      aria-labelledby={id}
      className="mt-8 scroll-mt-(--top-bar) border-line border-t pt-7"
    >
      <h2 id={id} className="title text-xl">
        {title}
      </h2>
      <p className="wrap-anywhere mt-1 text-muted">{text}</p>
      <div className="mt-5">{children}</div>
    </section>
  );
}
