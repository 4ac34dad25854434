/** The unique index a write ran into, or null when it failed for another reason. */
export function violatedIndex(error: unknown): string | null {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    const found = /UNIQUE constraint failed: (?:index '(\w+)'|([\w.]+(?:, [\w.]+)*))/.exec(cause.message);
    if (found) return found[1] ?? found[2] ?? null;
  }
  return null;
}
