import { msg } from "@lingui/core/macro";
import { Link } from "react-router";
import { ProsePage, type ProseSection } from "~/features/pages/prose-page";
import { pageContext } from "~/page-context";
import { textLink } from "~/ui/text-link";
import type { Route } from "./+types/about";

export const handle = {
  hydrate: false,
  title: msg`About`,
  description: msg`What Afterglow is: a quiet place for your photos and the people in them.`,
};

export function loader({ context }: Route.LoaderArgs) {
  return { operator: context.get(pageContext).ctx.operator };
}

const sections: ProseSection[] = [
  {
    heading: "Your people, newest first",
    body: (
      <p>
        Your feed has the photos of the people you chose, in the order they were shared. No ads, and nothing
        in between. When you feel like looking further, Explore has posts by people you do not know yet.
      </p>
    ),
  },
  {
    heading: "Yours to keep, yours to take",
    body: (
      <p>
        Photos stay uncropped, and their location data is removed. Download everything at any time, or delete
        your account with all of it.{" "}
        <Link to="/privacy" className={textLink}>
          Privacy
        </Link>{" "}
        says what is stored, and for how long.
      </p>
    ),
  },
  {
    heading: "AI, if you like",
    body: (
      <p>
        Describe an image, edit a photo with a sentence, or give it another style. Posts made that way are
        marked, and you can keep them out of your feed.
      </p>
    ),
  },
  {
    heading: "For developers",
    body: (
      <p>
        The{" "}
        <a href="/api/openapi.json" className={textLink}>
          API
        </a>{" "}
        does everything that the pages do. Found a security problem?{" "}
        <a href="/.well-known/security.txt" className={textLink}>
          Tell us
        </a>
        .
      </p>
    ),
  },
];

export default function About({ loaderData }: Route.ComponentProps) {
  return (
    <ProsePage
      title="About"
      intro="A quiet place for your photos and the people in them."
      updated="November 26, 2026"
      sections={sections}
      operator={loaderData.operator}
    />
  );
}
