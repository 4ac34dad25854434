import { useLingui } from "@lingui/react/macro";
import { DATABASE_GB_MAX } from "~/contract/bill";
import { type CounterName, sums } from "~/contract/counters";
import { dateFormat } from "~/ui/date-format";
import { bytesText, counterText, counterTexts } from "./counter-texts";
import { DayChart } from "./day-chart";

interface Props {
  name: CounterName;
  days: readonly string[];
  values: readonly (number | null)[];
}

/** Renders a counter with its value of today and the chart of all days. */
export function CounterChart({ name, days, values }: Props) {
  const { t, i18n } = useLingui();
  const dayText = (day = "") => dateFormat("shortDay", i18n.locale, "UTC").format(Date.parse(day));
  const title = t(counterTexts[name]);
  const isSum = sums.some((one) => one === name);
  const latest = (isSum ? values.at(-1) : values.findLast((value) => value !== null)) ?? 0;
  const [value, most] = [latest, Math.max(0, ...values.map((one) => one ?? 0))].map((one) =>
    counterText(i18n, name, one),
  );
  const limit = bytesText(i18n, DATABASE_GB_MAX * 1e9);
  const [first, last] = [dayText(days[0]), dayText(days.at(-1))];
  return (
    <figure>
      <figcaption className="mb-2">
        <h3 className="font-semibold text-sm">{title}</h3>
        <p className="flex flex-wrap items-baseline gap-x-2">
          <span className="figures title text-2xl">{value}</span>
          {isSum && <span className="text-muted text-sm">{t`today so far`}</span>}
          {name === "largestDatabase" && (
            <span className="text-muted text-sm">
              {t({ message: `of ${limit}`, comment: "The most gigabytes of a database" })}
            </span>
          )}
        </p>
      </figcaption>
      <div dir="ltr">
        <DayChart
          values={values}
          label={t({
            message: `${title}: ${value} on ${last}, highest ${most} since ${first}`,
            comment: "A chart in words: its name, the value of today, the largest value, and its first day",
          })}
        />
        <div aria-hidden className="mt-1 flex justify-between gap-x-1 text-muted text-xs">
          <span>{first}</span>
          <span className="figures max-sm:hidden">
            {t({ message: `max. ${most}`, comment: "The largest value of a chart" })}
          </span>
          <span>{last}</span>
        </div>
      </div>
    </figure>
  );
}
