import { useHydrated } from "~/ui/use-hydrated";

/** A mail as the loader of `/design` returns it. */
export interface PreviewedMail {
  name: string;
  subject: string;
  text: string;
  /** The HTML of each theme. */
  light: string;
  dark: string;
}

/** Renders every mail as plain text and as HTML, which can run nothing. */
export function Mails({ mails, theme }: { mails: PreviewedMail[]; theme: "light" | "dark" }) {
  const nonce = useNonce();
  return (
    <div className="grid gap-8">
      {mails.map((mail) => (
        <article key={mail.name} className="grid gap-2">
          <h3 className="font-medium first-letter:uppercase">{mail.name}</h3>
          <p className="text-muted text-sm">{mail.subject}</p>
          {nonce !== null && (
            <iframe
              title={`${mail.name}, ${theme}`}
              sandbox=""
              srcDoc={mail[theme].replace("<style>", `<style nonce="${nonce}">`)}
              className="h-[34rem] w-full rounded-card border border-line"
            />
          )}
          <details>
            <summary className="cursor-pointer text-sm">Plain text</summary>
            <pre className="wrap-anywhere mt-2 whitespace-pre-wrap text-sm">{mail.text}</pre>
          </details>
        </article>
      ))}
    </div>
  );
}

/** Returns the nonce that the CSP requires of styles, which its frames inherit; null until the page is hydrated. */
function useNonce(): string | null {
  const isHydrated = useHydrated();
  return isHydrated ? (document.querySelector<HTMLScriptElement>("script[nonce]")?.nonce ?? "") : null;
}
