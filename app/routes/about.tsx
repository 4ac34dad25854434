import { msg } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import type { ComponentProps } from "react";
import { Link } from "react-router";
import { site } from "~/contract/site-name";
import { rulesFor } from "~/domain/site/site-texts";
import { Markdown } from "~/features/pages/markdown";
import { ProsePage, type ProseSection } from "~/features/pages/prose-page";
import { pageContext } from "~/page-context";
import { textLink } from "~/ui/text-link";
import type { Route } from "./+types/about";

export const handle = {
  hydrate: false,
  title: msg`About`,
  description: msg`What ${site} is: a quiet place for your photos and the people in them.`,
};

export function loader({ context }: Route.LoaderArgs) {
  const { ctx } = context.get(pageContext);
  return { operator: ctx.operator, rules: rulesFor(ctx) };
}

const sections: ProseSection[] = [
  {
    heading: msg`Your people, newest first`,
    body: (
      <p>
        <Trans>
          Your feed has the photos of the people you chose, in the order they were shared. No ads, and nothing
          in between. When you feel like looking further, Explore has posts by people you do not know yet.
        </Trans>
      </p>
    ),
  },
  {
    heading: msg`Yours to keep, yours to take`,
    body: (
      <p>
        <Trans>
          Photos stay uncropped, and their location data is removed. Download everything at any time, or
          delete your account with all of it.{" "}
          <Link to="/privacy" className={textLink}>
            Privacy
          </Link>{" "}
          says what is stored, and for how long.
        </Trans>
      </p>
    ),
  },
  {
    heading: msg`AI, if you like`,
    body: (
      <p>
        <Trans>
          Describe an image, edit a photo with a sentence, or give it another style. Posts made that way are
          marked, and you can keep them out of your feed.
        </Trans>
      </p>
    ),
  },
  {
    heading: msg`For developers`,
    body: (
      <p>
        <Trans>
          The{" "}
          <a href="/api/openapi.json" className={textLink}>
            API
          </a>{" "}
          does everything that the pages do. Found a security problem?{" "}
          <a href="/.well-known/security.txt" className={textLink}>
            Tell us
          </a>
          .
        </Trans>
      </p>
    ),
  },
];

const ruleSection = (rules: ComponentProps<typeof Markdown>): ProseSection => ({
  heading: msg({ message: "Rules", comment: "Of the operator, for members" }),
  body: <Markdown {...rules} level={3} />,
});

export default function About({ loaderData: { operator, rules } }: Route.ComponentProps) {
  return (
    <ProsePage
      title={handle.title}
      intro={<Trans>A quiet place for your photos and the people in them.</Trans>}
      updated="2026-11-26"
      sections={rules ? [...sections, ruleSection(rules)] : sections}
      operator={operator}
    />
  );
}
