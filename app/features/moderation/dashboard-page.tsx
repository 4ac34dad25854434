import { Trans, useLingui } from "@lingui/react/macro";
import { Download } from "lucide-react";
import { Link } from "react-router";
import type { CounterName } from "~/contract/counters";
import type { BillPart } from "~/contract/month-bill";
import { ButtonLink } from "~/ui/button";
import { buttonClasses } from "~/ui/button-classes";
import { dateFormat } from "~/ui/date-format";
import { CounterChart } from "./counter-chart";
import { CounterTable } from "./counter-table";
import { billTexts, bytesText, counterTexts } from "./counter-texts";
import { Desk, DeskPart } from "./desk";

interface Props {
  days: string[];
  series: Record<CounterName, (number | null)[]>;
  /** The time to which hours are counted; null before the first hourly run. */
  countedTo: string | null;
  /** Dollars of the last 30 days. */
  bill: Record<BillPart, number>;
  /** Members by the bytes of their files, and the cursor of the next ones. */
  storing: { items: { id: string; username: string; bytes: number }[]; next: string | null };
  isTable: boolean;
}

// Every counter has a text.
const names = Object.keys(counterTexts) as (keyof typeof counterTexts)[];

/** Renders the counters of 90 days, the estimated bill, and the members by storage. */
export function DashboardPage({ days, series, countedTo, bill, storing, isTable }: Props) {
  const { t, i18n } = useLingui();
  const time = countedTo && dateFormat("dayAndTime", i18n.locale, "UTC").format(Date.parse(countedTo));
  return (
    <Desk title={t({ message: "Dashboard", comment: "A page with charts about the site" })}>
      <div className="mt-5 flex flex-wrap items-center gap-3">
        <p className="me-auto text-muted">
          {time ? t`Counted until ${time} UTC, every hour.` : t`The first count comes within two hours.`}
        </p>
        <ButtonLink to={isTable ? "?" : "?show=table"} variant="quiet" preventScrollReset>
          {isTable ? t`Show as charts` : t`Show as table`}
        </ButtonLink>
        <a href="/moderation/dashboard/counters.csv" className={buttonClasses({ variant: "quiet" })}>
          <Download aria-hidden />
          <Trans>Download as CSV</Trans>
        </a>
      </div>
      {isTable ? (
        <CounterTable days={days} series={series} />
      ) : (
        <section
          aria-label={t`The last 90 days`}
          className="mt-6 grid grid-cols-2 gap-x-4 gap-y-8 sm:gap-x-10 lg:grid-cols-3"
        >
          <h2 className="sr-only">{t`The last 90 days`}</h2>
          {names.map((name) => (
            <CounterChart key={name} name={name} days={days} values={series[name]} />
          ))}
        </section>
      )}
      <div className="grid gap-x-10 md:grid-cols-2">
        <Bill bill={bill} />
        <Storing {...storing} />
      </div>
    </Desk>
  );
}

function Bill({ bill }: Pick<Props, "bill">) {
  const { t, i18n } = useLingui();
  const dollars = (amount: number) => i18n.number(amount, { style: "currency", currency: "USD" });
  // The parts are the keys of `billTexts`.
  const parts = Object.keys(billTexts) as BillPart[];
  return (
    <DeskPart title={t`Cost of the last 30 days, estimated`}>
      <dl className="figures grid max-w-sm grid-cols-[1fr_auto] gap-y-1.5">
        {parts.map((part) => (
          <Line key={part} name={t(billTexts[part])} value={dollars(bill[part])} />
        ))}
        <dt className="border-line border-t pt-1.5 font-semibold">
          {t({ message: "Total", comment: "The sum of a bill" })}
        </dt>
        <dd className="border-line border-t pt-1.5 text-end font-semibold">
          {dollars(parts.reduce((sum, part) => sum + bill[part], 0))}
        </dd>
      </dl>
      <p className="mt-3 text-muted text-sm">
        <Trans>
          From what was counted and the model of an active member's day, beyond what the plan includes. The
          real bill may differ.
        </Trans>
      </p>
    </DeskPart>
  );
}

function Line({ name, value }: { name: string; value: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd className="text-end">{value}</dd>
    </>
  );
}

function Storing({ items, next }: Props["storing"]) {
  const { t, i18n } = useLingui();
  return (
    <DeskPart title={t`Storage by member`}>
      {items.length === 0 ? (
        <p>{t`Nobody has files yet.`}</p>
      ) : (
        <ul>
          {items.map(({ id, username, bytes }) => (
            <li key={id} className="flex items-center justify-between gap-4">
              <Link
                to={`/moderation/members/${id}`}
                data-item
                className="touch wrap-anywhere inline-flex items-center font-semibold hover:underline"
              >
                <bdi translate="no">{username}</bdi>
              </Link>
              <span className="figures shrink-0">{bytesText(i18n, bytes)}</span>
            </li>
          ))}
        </ul>
      )}
      {next && (
        <ButtonLink to={`?cursor=${next}`} variant="quiet" preventScrollReset className="mt-4">
          <Trans comment="Link to members with less storage">More</Trans>
        </ButtonLink>
      )}
      <p className="mt-3 text-muted text-sm">
        <Trans>Counts the largest copy of each photo and its original. Smaller copies are not counted.</Trans>
      </p>
    </DeskPart>
  );
}
