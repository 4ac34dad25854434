import { msg } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link } from "react-router";
import { site } from "~/contract/site-name";
import { readOwnPage } from "~/domain/site/site-texts";
import { ProsePage, type ProseSection } from "~/features/pages/prose-page";
import { onPage } from "~/page-context";
import { textLink } from "~/ui/text-link";
import type { Route } from "./+types/terms";

export const handle = {
  title: msg`Terms`,
  hydrate: false,
  description: msg`What you can expect from ${site}, and what we expect from you.`,
};

export function loader({ context }: Route.LoaderArgs) {
  return onPage(context, async (ctx) => ({
    operator: ctx.operator,
    own: await readOwnPage(ctx, "terms"),
  }));
}

const sections: ProseSection[] = [
  {
    heading: msg`Your account`,
    body: (
      <>
        <p>
          <Trans>
            An account belongs to one person. You need a working email address, so that we can send you a link
            if you forget your password. Choose a password you use nowhere else, and end sessions you do not
            recognize: Settings lists them all.
          </Trans>
        </p>
        <p>
          <Trans>
            You can change your username, email address and password, or delete your account, at any time.
          </Trans>
        </p>
      </>
    ),
  },
  {
    heading: msg`What you share stays yours`,
    body: (
      <>
        <p>
          <Trans>
            Your photos and texts are yours. You allow {site} to store them, resize them and show them to the
            members who may see them, and nothing more. That permission ends when you delete them.
          </Trans>
        </p>
        <p>
          <Trans>
            A post appears in the feeds of your connections and on your profile, and any signed-in member who
            has its link can open it. Post only photos that you have the right to share.
          </Trans>
        </p>
      </>
    ),
  },
  {
    heading: msg`Be kind`,
    body: (
      <ul>
        <li>
          <Trans>No harassment, threats or hatred.</Trans>
        </li>
        <li>
          <Trans>
            No photos of people who have not agreed to be shown, and nothing that harms children. Ever.
          </Trans>
        </li>
        <li>
          <Trans>No pretending to be someone else, no spam, no selling of followers.</Trans>
        </li>
        <li>
          <Trans>
            No attacks on accounts or on the service. There are limits on how often one member can use each
            function.
          </Trans>
        </li>
      </ul>
    ),
  },
  {
    heading: msg`Connections and messages`,
    body: (
      <p>
        <Trans>
          Two members are connected when one has sent a request and the other has accepted it. Only
          connections can message each other. Either of you can disconnect at any time. Messages you have
          already sent stay in the conversation.
        </Trans>
      </p>
    ),
  },
  {
    heading: msg`Images made with AI`,
    body: (
      <p>
        <Trans>
          You can create an image from a description, edit a photo with one, or apply a style. You are
          responsible for your descriptions and for the images you post. Results can be wrong or odd. We may
          delete an image that you do not save after a day.
        </Trans>
      </p>
    ),
  },
  {
    heading: msg`Deleting your account`,
    body: (
      <p>
        <Trans>
          In Settings you can download your data and delete your account. Deleting removes your profile,
          posts, comments, likes, connections, messages and images, and cannot be undone.
        </Trans>
      </p>
    ),
  },
  {
    heading: msg`What we cannot promise`,
    body: (
      <>
        <p>
          <Trans>
            We provide {site} as it is. It can be unavailable for a while, and it can have faults. Keep your
            own copies of photos that matter to you.
          </Trans>
        </p>
        <p>
          <Trans>
            Read how we handle your data in{" "}
            <Link to="/privacy" className={textLink}>
              Privacy
            </Link>
            .
          </Trans>
        </p>
      </>
    ),
  },
];

export default function Terms({ loaderData }: Route.ComponentProps) {
  return (
    <ProsePage
      title={handle.title}
      intro={<Trans>What you can expect from {site}, and what we expect from you. We keep it short.</Trans>}
      updated="2026-11-23"
      sections={sections}
      {...loaderData}
    />
  );
}
