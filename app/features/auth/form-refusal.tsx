interface Props {
  id: string;
  errors: string[] | undefined;
  /** All errors by field, as conform's `form.allErrors` has them: what stands at a field is not said twice. */
  allErrors?: Record<string, string[] | null>;
}

/** Why the server refused the form. Not a live region: the toast has already said it. */
export function FormRefusal({ id, errors, allErrors = {} }: Props) {
  const message = errors?.[0];
  const isAtField = Object.entries(allErrors).some(([field, all]) => field !== "" && all?.[0] === message);
  if (!message || isAtField) return null;
  return (
    <p id={id} className="text-danger text-sm">
      {message}
    </p>
  );
}
