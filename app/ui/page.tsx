import type { ReactNode } from "react";
import { classNames } from "./class-names";

interface Props {
  title: ReactNode;
  /** The link above the title: a `BackLink`. */
  back?: ReactNode;
  /** Controls beside the title. */
  actions?: ReactNode;
  /** A line below the title. */
  note?: ReactNode;
  /** Limits the content, as of a list or a form, to the width of a text. */
  isNarrow?: boolean;
  children: ReactNode;
}

/** The column of a member page. Its left edge is that of the top bar; its title is as high with `back` as without. */
export function Page({ title, back, actions, note, isNarrow = false, children }: Props) {
  return (
    <div className="mx-auto max-w-5xl px-4 pb-8">
      <div className={classNames(isNarrow && "max-w-2xl")}>
        <div className="flex h-10 items-end md:h-12 md:items-center">{back}</div>
        <header className="mb-6">
          <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <h1 dir="auto" className="title wrap-anywhere line-clamp-3 min-w-0 text-3xl">
              {title}
            </h1>
            {actions}
          </div>
          {note && <div className="text-muted">{note}</div>}
        </header>
        {children}
      </div>
    </div>
  );
}
