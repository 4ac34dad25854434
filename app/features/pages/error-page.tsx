import type { ReactNode } from "react";
import { Logo } from "~/ui/logo";

interface Props {
  /** A lucide icon. */
  icon: ReactNode;
  title: string;
  text: string;
  /** The action: a button or a link. */
  children: ReactNode;
}

/** Renders a page with an icon, a title, a sentence and one action. */
export function ErrorPage({ icon, title, text, children }: Props) {
  return (
    <main className="mx-auto flex min-h-dvh max-w-md flex-col items-center justify-center px-6 py-16 text-center">
      <Logo />
      <div className="mt-14 text-ember [&>svg]:size-10 [&>svg]:stroke-1">{icon}</div>
      <h1 className="title mt-5 text-4xl">{title}</h1>
      <p className="mt-3 mb-8 text-balance text-muted">{text}</p>
      {children}
    </main>
  );
}
