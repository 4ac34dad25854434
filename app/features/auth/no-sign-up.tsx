import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "react-router";
import { site } from "~/contract/site-name";
import { AuthCard } from "~/features/pages/auth-card";
import { ButtonLink } from "~/ui/button";
import { loneLink } from "~/ui/text-link";
import { SignUpText } from "./sign-up-text";
import { useWithNext } from "./use-with-next";

const texts: Record<Props["reason"], { title: MessageDescriptor; line: MessageDescriptor }> = {
  closed: {
    title: msg`Sign-ups are closed`,
    line: msg`Nobody can create an account here at the moment. Members can log in as before.`,
  },
  uninvited: {
    title: msg`You need an invitation`,
    line: msg`Ask a member for an invitation link. It lets you create an account here.`,
  },
  void: {
    title: msg`This invitation is no longer valid`,
    line: msg`It may have been used, withdrawn or have expired. Ask for a new one.`,
  },
  sent: {
    title: msg`Your request is sent`,
    line: msg`A moderator reads it. We will email you the answer, and then you can log in.`,
  },
};

interface Props {
  /** `sent` after a request for approval. */
  reason: "closed" | "uninvited" | "void" | "sent";
  /** The operator's text. */
  text: string;
}

/** Renders the sign-up page for somebody who cannot sign up, with the ways on. */
export function NoSignUp({ reason, text }: Props) {
  const { t } = useLingui();
  const withNext = useWithNext();
  const { title, line } = texts[reason];
  return (
    <AuthCard
      title={t(title)}
      subtitle={t(line)}
      footer={
        <Link to="/" className={loneLink}>
          <Trans>What is {site}?</Trans>
        </Link>
      }
    >
      <SignUpText text={text} />
      <ButtonLink to={withNext("/login")} wide>
        <Trans>Log in</Trans>
      </ButtonLink>
    </AuthCard>
  );
}
