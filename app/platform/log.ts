import { countError, OTHER_ERRORS } from "./error-counts";

/** An error as the log shows it. */
export interface ErrorLine {
  error: string;
  message?: string;
  code?: string | number;
  /** The stack's frames, innermost first. */
  at?: string[];
  cause?: ErrorLine;
}

const FRAMES_MAX = 12;
const MESSAGE_MAX = 200;

/**
 * Writes an error to the log as one line of JSON. Every log line about an error is written here, because messages of
 * errors can contain members' data: drizzle's the SQL statement with its values, a JSON parser's a part of its input.
 * Counts the error too, by its event or route (`error_counts`).
 * @param about further fields, without members' data
 */
export function logError(error: unknown, about: Record<string, string | number> = {}): void {
  const line = describeError(error);
  console.error(JSON.stringify({ ...about, ...line }));
  const { event, sweep, task, route } = about;
  const where = [event, sweep, task, route].filter((one) => one !== undefined).join(" ");
  countError(where || OTHER_ERRORS, line.error);
}

/** Returns what the log may contain of an error and its causes: class, code, cleaned message and stack frames. */
export function describeError(error: unknown): ErrorLine {
  if (!(error instanceof Error)) return { error: typeof error };
  const cause = error.cause instanceof Error ? describeError(error.cause) : undefined;
  // drizzle's error of a failed statement: its message is the SQL and its values.
  if ("query" in error && "params" in error) return cause ?? { error: "DatabaseError" };
  const { code } = error as { code?: unknown };
  const at = framesOf(error);
  return {
    error: error.name,
    message: cleaned(error.message),
    ...(typeof code === "string" || typeof code === "number" ? { code } : {}),
    ...(at.length > 0 ? { at } : {}),
    ...(cause ? { cause } : {}),
  };
}

/** Removes parts of a message that can be data: quoted text, addresses, ids and encoded bytes. */
function cleaned(message: string): string {
  return message
    .replace(/(?:["`“]|(?<!\p{L})['‘]).*(?:["`”]|['’](?!\p{L}))/su, "…")
    .replace(/\b[a-z][a-z0-9+.-]*:(?:\/\/|[^\s,]*,)\S*/gi, "…")
    .replace(/\S+@\S+/g, "…")
    .replace(/[\w+/=-]{24,}/g, "…")
    .replace(/\n.*/s, "")
    .slice(0, MESSAGE_MAX);
}

/** Returns the frames of a stack. The message, which precedes them, can have lines of the same form. */
function framesOf({ stack = "", message }: Error): string[] {
  const start = stack.indexOf(message);
  const frames = start < 0 ? stack : stack.slice(start + message.length);
  const lines = frames.split("\n").filter((line) => /^\s+at /.test(line));
  return lines.slice(0, FRAMES_MAX).map((line) => line.trim().slice("at ".length));
}
