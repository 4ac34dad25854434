import path from "node:path";
import { expect, test } from "vitest";
import { unstable_readConfig } from "wrangler";

const config = unstable_readConfig({ config: path.join(import.meta.dirname, "../../../wrangler.toml") });

test("the platform writes no log of its own, which would have addresses and queries, and the sampling rate is set", () => {
  expect(config.observability).toMatchObject({
    enabled: true,
    logs: { enabled: true, invocation_logs: false, head_sampling_rate: 1 },
  });
});

test("a request has a limit of processor time", () => {
  expect(config.limits).toEqual({ cpu_ms: 10_000 });
});
