/** Why the server refused the form. Not a live region: the toast has already said it. */
export function FormRefusal({ id, errors }: { id: string; errors: string[] | undefined }) {
  const message = errors?.[0];
  if (!message) return null;
  return (
    <p id={id} className="text-danger text-sm">
      {message}
    </p>
  );
}
