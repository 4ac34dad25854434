import { CommandError } from "./command";

/** The tests of one run. */
export interface Share {
  /** Whether it has the static checks and the unit, build and workers tests. */
  hasCode: boolean;
  /** Playwright's options for its browser tests; null when it has none. */
  browsers: string[] | null;
}

/**
 * Returns the tests of a part such as "2/3", or all tests without one. The first part has all but the browser tests,
 * which the others share: each test is in one of the parts.
 * @throws CommandError for any other text
 */
export function shareOf(part: string | undefined): Share {
  if (part === undefined) return { hasCode: true, browsers: [] };
  const [, number, count] = /^([1-9]\d?)\/([1-9]\d?)$/.exec(part)?.map(Number) ?? [];
  if (!number || !count || count < 2 || number > count)
    throw new CommandError(`"${part}" is no part of the tests. Parts are such as 1/3, 2/3 and 3/3.`);
  return number === 1
    ? { hasCode: true, browsers: null }
    : { hasCode: false, browsers: [`--shard=${number - 1}/${count - 1}`] };
}
