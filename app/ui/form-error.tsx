interface Props {
  id: string;
  errors: string[] | undefined;
  /** All errors by field, as conform's `form.allErrors` has them: a message shown at a field is not repeated. */
  allErrors?: Record<string, string[] | null>;
}

/** The server's error for the whole form. Not a live region: the toast has announced it. */
export function FormError({ id, errors, allErrors = {} }: Props) {
  const message = errors?.[0];
  const isAtField = Object.entries(allErrors).some(([field, all]) => field !== "" && all?.[0] === message);
  if (!message || isAtField) return null;
  return (
    <p id={id} className="text-danger text-sm">
      {message}
    </p>
  );
}
