import { Compass } from "lucide-react";
import { ButtonLink } from "~/ui/button";
import { Logo } from "~/ui/mark";

/** Any path that leads nowhere (spec point 2). `home` is /feed for a signed-in member. */
export function NotFound({ home = "/" }: { home?: string }) {
  return (
    <main className="mx-auto flex min-h-dvh max-w-md flex-col items-center justify-center px-6 py-16 text-center">
      <Logo />
      <Compass aria-hidden className="mt-14 size-10 stroke-1 text-ember" />
      <h1 className="title mt-5 text-4xl">404 Page Not Found</h1>
      <p className="mt-3 text-muted">
        The light has moved on from here. The address may be mistyped, or what it led to is gone.
      </p>
      <ButtonLink to={home} className="mt-8">
        Go home
      </ButtonLink>
    </main>
  );
}
