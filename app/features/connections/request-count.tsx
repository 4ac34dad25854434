import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useStore } from "@nanostores/react";
import { atom } from "nanostores";
import { useEffect } from "react";
import { REQUESTS_COUNTED } from "~/contract/limits";
import { apiPage } from "~/features/api/client";
import { onFrame } from "~/realtime/frames";

/** The number of requests that wait for the member's answer, as last loaded; at most `REQUESTS_COUNTED`. */
const $count = atom(0);

async function load(): Promise<void> {
  const query = { limit: REQUESTS_COUNTED };
  const page = await apiPage("GET /api/connections/requests/received", { query }).catch(() => null);
  if (page) $count.set(page.items.length);
}

/** Returns the number of requests that wait, loaded when it is shown and when a connection changes. */
export function useRequestCount(): number {
  useEffect(() => {
    void load();
    return onFrame("connection_status", () => void load());
  }, []);
  return useStore($count, { ssr: "initial" });
}

/** The number of requests that wait. */
export function RequestCount() {
  return <CountBadge count={useRequestCount()} />;
}

/** The number of waiting requests, "9+" for more; renders nothing without any. */
export function CountBadge({ count }: { count: number }) {
  const { t } = useLingui();
  if (count === 0) return null;
  const most = REQUESTS_COUNTED - 1;
  const isMore = count > most;
  return (
    <span className="figures ms-2 inline-flex h-5 min-w-5 items-center justify-center rounded-full bg-ember-strong px-1.5 font-semibold text-on-ember text-xs">
      <span aria-hidden>{isMore ? `${most}+` : count}</span>
      <span className="sr-only">
        {isMore
          ? t({ message: `, ${most}+ waiting`, comment: "Read after “Requests”" })
          : t({
              message: plural(count, { one: ", # waiting", other: ", # waiting" }),
              comment: "Read after “Requests”",
            })}
      </span>
    </span>
  );
}
