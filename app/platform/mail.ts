/** A mail without its recipient (app/domain/mail/letter.ts). */
export interface Letter {
  subject: string;
  text: string;
  /** The same as an HTML document. */
  html: string;
  /** Further header fields. */
  headers?: Record<string, string>;
}

/** The port for outgoing mail. @throws when the mail API does not accept a mail */
export interface Mail {
  send: (to: string, letter: Letter) => Promise<void>;
  /** The destination of mails. Missing: the recipient's mailbox. */
  reach?: "terminal" | "nobody";
}

export interface MailApi {
  url: string;
  key: string;
  /** The sender, such as `Afterglow <hello@example.com>`. */
  from: string;
}

/** Characters that would end a header field and begin another one (RFC 5322, 2.2). */
const CONTROL = /\p{Cc}/u;

/**
 * Returns a mail port for an HTTP API that takes `{from, to, subject, text, html, headers}` with a bearer key, as
 * Resend and others do. `headers` is missing for most mails.
 */
export function httpMail({ url, key, from }: MailApi, post: typeof fetch = fetch): Mail {
  return {
    send: async (to, { subject, text, html, headers }) => {
      const fields = [to, subject, ...Object.entries(headers ?? {}).flat()];
      if (fields.some((field) => CONTROL.test(field)))
        throw new Error("A mail has a control character in a header.");
      const response = await post(url, {
        method: "POST",
        headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
        body: JSON.stringify({ from, to, subject, text, html, headers }),
        // The key and the mail are for the address in the settings.
        redirect: "manual",
      });
      await response.body?.cancel();
      // The message has neither the address nor the text: both are private.
      if (!response.ok) throw new Error(`The mail API returned ${response.status}.`);
    },
  };
}

/** Returns a mail port that prints the text of mails to the terminal, for local runs. */
export function terminalMail(print: (text: string) => void = console.log): Mail {
  return {
    reach: "terminal",
    send: async (to, { subject, text }) => print(`\n✉ To: ${to}\n  Subject: ${subject}\n\n${text}\n`),
  };
}

/** Drops mails, for a deployment without a mail API: their content must not end up in its logs. */
export const noMail: Mail = {
  reach: "nobody",
  send: async () => {
    throw new Error("A mail was not sent: MAIL_API_URL, MAIL_API_KEY and MAIL_FROM are not set.");
  },
};
