/** A fact about a deployed site. `find` throws, or returns something else than expected, when it does not hold. */
export interface Check {
  check: string;
  expected: string;
  find: () => Promise<string>;
}

/** A line of the table that `npm run deploy -- --check` prints. */
export interface CheckResult {
  check: string;
  expected: string;
  found: string;
  ok: boolean;
}

/** Runs checks one after another. A check that throws has found its error. */
export async function runChecks(checks: Check[]): Promise<CheckResult[]> {
  const results: CheckResult[] = [];
  for (const { check, expected, find } of checks) {
    // A request that fails names its reason as the cause.
    const found = await find().catch((error: unknown) =>
      String(error instanceof Error ? (error.cause ?? error) : error),
    );
    results.push({ check, expected, found, ok: found === expected });
  }
  return results;
}
