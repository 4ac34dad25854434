import { Trans, useLingui } from "@lingui/react/macro";
import { Form } from "react-router";
import type { ProbeResult } from "~/contract/health-views";
import { IntentButton } from "~/ui/intent-button";
import { State } from "./health-state";

/** Renders which services reply, and the button that asks those that cost money. */
export function Services({ probes }: { probes: ProbeResult[] }) {
  const { t, i18n } = useLingui();
  const wordsOf = ({ state, ms }: ProbeResult) => {
    const time = i18n.number(ms, { style: "unit", unit: "millisecond" });
    if (state === "unasked") return t({ message: "not asked", comment: "Of a service" });
    return state === "works"
      ? t({ message: `works, ${time}`, comment: "Of a service, with the time of its reply" })
      : t({ message: "does not answer", comment: "Of a service" });
  };
  return (
    <>
      <ul className="grid gap-2 sm:grid-cols-2">
        {probes.map((probe) => (
          <li key={probe.name}>
            <State isIll={probe.state === "silent"} isNeutral={probe.state === "unasked"}>
              <span translate="no">{probe.name}</span> <span>{`· ${wordsOf(probe)}`}</span>
            </State>
          </li>
        ))}
      </ul>
      <Form method="post" preventScrollReset className="mt-4 grid gap-2">
        <IntentButton intent="ask" variant="quiet" className="justify-self-start" busyLabel={t`Asking...`}>
          <Trans>Ask Images and Workers AI</Trans>
        </IntentButton>
        <p className="text-muted text-sm">
          <Trans>This costs a fraction of a cent.</Trans>
        </p>
      </Form>
    </>
  );
}
