import { CircleAlert } from "lucide-react";

export type FieldErrors = string | readonly string[] | null | undefined;

/** Returns the first of a field's errors: one at a time is enough to act on. */
export function firstError(error: FieldErrors): string | undefined {
  const first = typeof error === "string" ? error : error?.[0];
  return first || undefined;
}

/** The error message under a control; `id` is the target of the control's `aria-describedby`. */
export function FieldError({ id, error }: { id: string; error: FieldErrors }) {
  const message = firstError(error);
  if (!message) return null;
  return (
    <p id={id} className="flex items-start gap-1.5 text-danger text-sm">
      <CircleAlert aria-hidden className="mt-[0.2em] size-[1em] shrink-0" />
      <span>{message}</span>
    </p>
  );
}
