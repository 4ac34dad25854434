/** Renders the operator's text on the sign-up page as text, if there is one. */
export function SignUpText({ text }: { text: string }) {
  if (!text) return null;
  return (
    <p dir="auto" className="wrap-anywhere mb-6 whitespace-pre-line border-line border-s-2 ps-4">
      {text}
    </p>
  );
}
