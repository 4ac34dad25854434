import { backOff } from "~/contract/back-off";
import { sleep } from "~/contract/time";
import { CommandError } from "../command";

/** Attempts over about 15 seconds. */
const ATTEMPTS = 7;
const DELAYS = { firstMs: 250, longestMs: 8000 };

/** Runs idempotent work, again after an error that is no `CommandError`. @throws the error of the last attempt */
export async function again<T>(run: () => Promise<T>): Promise<T> {
  for (let failures = 0; ; failures++) {
    try {
      return await run();
    } catch (error) {
      if (error instanceof CommandError || failures + 1 === ATTEMPTS) throw error;
      await sleep(backOff(failures, DELAYS));
    }
  }
}
