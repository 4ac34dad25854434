import { useLingui } from "@lingui/react/macro";
import type { CounterName } from "~/contract/counters";
import { dateFormat } from "~/ui/date-format";
import { counterText, counterTexts } from "./counter-texts";

interface Props {
  days: readonly string[];
  series: Record<CounterName, (number | null)[]>;
}

// Every chart has a column.
const names = Object.keys(counterTexts) as (keyof typeof counterTexts)[];

/** Renders all counters as a table, the newest day first. It scrolls sideways. */
export function CounterTable({ days, series }: Props) {
  const { t, i18n } = useLingui();
  const format = dateFormat("date", i18n.locale, "UTC");
  const newestFirst = days.map((day, index) => ({ day, index })).reverse();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it.
    <section aria-label={t`Counters by day`} tabIndex={0} className="mt-6 max-h-[70vh] overflow-auto">
      <table className="figures w-full text-sm">
        <thead>
          <tr>
            <th scope="col" className="sticky top-0 bg-paper px-3 py-2 text-start align-bottom">
              {t({ message: "Day", comment: "The heading of a column with dates" })}
            </th>
            {names.map((name) => (
              <th key={name} scope="col" className="sticky top-0 bg-paper px-3 py-2 text-end align-bottom">
                {t(counterTexts[name])}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {newestFirst.map(({ day, index }) => (
            <tr key={day} className="border-line border-t">
              <th scope="row" className="whitespace-nowrap px-3 py-2 text-start font-normal">
                {format.format(Date.parse(day))}
              </th>
              {names.map((name) => {
                const value = series[name][index] ?? null;
                return (
                  <td key={name} className="whitespace-nowrap px-3 py-2 text-end">
                    {value === null ? "–" : counterText(i18n, name, value)}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
