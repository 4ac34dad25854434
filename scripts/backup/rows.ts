type Row = Record<string, unknown>;

/**
 * Returns the rows of the last statement in the output of `wrangler d1 execute --json`. wrangler also writes progress
 * and warnings before and after the JSON, with brackets of their own, such as "▲ [WARNING]".
 * @returns null for an output without rows
 */
export function rowsIn(output: string): Row[] | null {
  const lines = output.split("\n");
  for (let from = 0; from < lines.length; from++) {
    if (!lines[from]?.startsWith("[")) continue;
    for (let to = lines.length; to > from; to--) {
      const results = parsed(lines.slice(from, to).join("\n"));
      if (isResults(results)) return results.at(-1)?.results ?? [];
    }
  }
  return null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const isResults = (value: unknown): value is { results: Row[] }[] =>
  Array.isArray(value) && value.every((one) => Array.isArray(one?.results));
