/** The port for outgoing mail, in plain text. @throws when the mail API does not accept a mail */
export interface Mail {
  send: (to: string, subject: string, text: string) => Promise<void>;
  /** The destination of mails. Missing: the recipient's mailbox. */
  reach?: "terminal" | "nobody";
}

export interface MailApi {
  url: string;
  key: string;
  /** The sender, such as `Afterglow <hello@example.com>`. */
  from: string;
}

/** Returns a mail port for an HTTP API that takes `{from, to, subject, text}` with a bearer key, as Resend and others do. */
export function httpMail({ url, key, from }: MailApi, post: typeof fetch = fetch): Mail {
  return {
    send: async (to, subject, text) => {
      const response = await post(url, {
        method: "POST",
        headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
        body: JSON.stringify({ from, to, subject, text }),
      });
      await response.body?.cancel();
      // The message has neither the address nor the text: both are private.
      if (!response.ok) throw new Error(`The mail API returned ${response.status}.`);
    },
  };
}

/** Returns a mail port that prints mails to the terminal, for local runs. */
export function terminalMail(print: (text: string) => void = console.log): Mail {
  return {
    reach: "terminal",
    send: async (to, subject, text) => print(`\n✉ To: ${to}\n  Subject: ${subject}\n\n${text}\n`),
  };
}

/** Drops mails, for a deployment without a mail API: their content must not end up in its logs. */
export const noMail: Mail = {
  reach: "nobody",
  send: async () => {
    throw new Error("A mail was not sent: MAIL_API_URL, MAIL_API_KEY and MAIL_FROM are not set.");
  },
};
