import type { SubmissionResult } from "@conform-to/react";
import { Trans, useLingui } from "@lingui/react/macro";
import { Form, Link } from "react-router";
import { EMAIL_MAX } from "~/contract/account-limits";
import type { FoundMember } from "~/contract/member-actions";
import { Button } from "~/ui/button";
import { Field } from "~/ui/field";
import { IntentButton } from "~/ui/intent-button";
import { Choice } from "./choice";
import { Desk, DeskPart } from "./desk";
import { roleNames, stateNames } from "./names";

interface Props {
  query: string;
  isAdmin: boolean;
  /** Null before a search. */
  found: FoundMember[] | null;
  lastResult?: SubmissionResult<string[]>;
}

/** Renders the search for members, and for admins the form that creates an account. */
export function MembersPage({ query, isAdmin, found, lastResult }: Props) {
  const { t } = useLingui();
  const problems = Object.values(lastResult?.error ?? {}).flatMap((texts) => texts ?? []);
  return (
    <Desk title={t`Members`} keys={t`j, k: move · Enter: open`}>
      {problems.length > 0 && (
        <p role="alert" className="mt-4 text-danger">
          {[...new Set(problems)].join(" ")}
        </p>
      )}
      <div className="mt-6 grid gap-6 md:grid-cols-2">
        <Form className="grid content-start gap-4">
          <Field
            key={query}
            label={t`Name or username`}
            name="q"
            id="member-name"
            defaultValue={query}
            hint={t`The beginning is enough.`}
          />
          <Button type="submit" className="justify-self-start">
            <Trans context="verb">Search</Trans>
          </Button>
        </Form>
        {isAdmin && <LoggedSearch />}
      </div>
      {found && (
        <DeskPart title={t({ message: "Results", comment: "The members that a search has found" })}>
          <Found found={found} />
        </DeskPart>
      )}
      {isAdmin && (
        <DeskPart title={t`Create an account`}>
          <NewMember sent={lastResult?.initialValue} />
        </DeskPart>
      )}
    </Desk>
  );
}

/** Renders the search by what is private: it is sent in the body of a request, and logged. */
function LoggedSearch() {
  const { t } = useLingui();
  return (
    <Form method="post" className="grid content-start gap-4">
      <Field
        label={t`Email or network`}
        name="text"
        id="member-text"
        maxLength={EMAIL_MAX}
        hint={t`The beginning of an address, or the network of a person who waits. This search is logged.`}
      />
      <Choice
        name="by"
        label={t`Search by`}
        value="email"
        options={[
          ["email", t`Email`],
          ["network", t({ message: "Network", comment: "The computer network of a person" })],
        ]}
      />
      <IntentButton intent="find" variant="quiet" className="justify-self-start" busyLabel={t`Searching...`}>
        <Trans>Search and log</Trans>
      </IntentButton>
    </Form>
  );
}

function Found({ found }: { found: FoundMember[] }) {
  const { t } = useLingui();
  if (found.length === 0)
    return (
      <p>
        <Trans>Nobody was found.</Trans>
      </p>
    );
  return (
    <ul className="grid gap-1">
      {found.map(({ id, username, fullName, email, role, state }) => (
        <li key={id}>
          <Link
            to={`/moderation/members/${id}`}
            data-item
            className="-mx-3 block rounded-control px-3 py-2.5 hover:bg-wash"
          >
            <bdi className="wrap-anywhere font-semibold">{fullName}</bdi>{" "}
            <bdi translate="no" className="wrap-anywhere">{`@${username}`}</bdi>
            <span className="wrap-anywhere block text-muted text-sm">
              {[
                ...(state === "active" ? [] : [t(stateNames[state])]),
                ...(role === "member" ? [] : [t(roleNames[role])]),
                ...(email === null ? [] : [email]),
              ].join(" · ")}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

function NewMember({ sent }: { sent: Record<string, unknown> | null | undefined }) {
  const { t } = useLingui();
  const sentOf = (name: string) => String(sent?.[name] ?? "");
  return (
    <Form method="post" className="grid max-w-lg gap-4">
      <Field label={t`Full name`} name="fullName" id="new-name" defaultValue={sentOf("fullName")} />
      <Field
        label={t`Email`}
        name="email"
        type="email"
        id="new-email"
        defaultValue={sentOf("email")}
        hint={t`They get a link to set a password.`}
      />
      <IntentButton intent="create" className="justify-self-start" busyLabel={t`Storing...`}>
        <Trans>Create account</Trans>
      </IntentButton>
    </Form>
  );
}
