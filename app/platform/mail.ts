/** The one way mail leaves (contract.md "Accounts"). Plain text. @throws when it could not be handed over */
export interface Mail {
  send: (to: string, subject: string, text: string) => Promise<void>;
}

export interface MailApi {
  url: string;
  key: string;
  /** The sender, such as `Afterglow <hello@example.com>`. */
  from: string;
}

/** An HTTP mail API that takes `{from, to, subject, text}` with a bearer key: Resend's form, which others take too. */
export function httpMail({ url, key, from }: MailApi, post: typeof fetch = fetch): Mail {
  return {
    send: async (to, subject, text) => {
      const response = await post(url, {
        method: "POST",
        headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
        body: JSON.stringify({ from, to, subject, text }),
      });
      await response.body?.cancel();
      // Without the address and the text: both are the member's own business.
      if (!response.ok) throw new Error(`The mail API answered ${response.status}.`);
    },
  };
}

/** The outbox of a laptop: the developer reads it in the terminal. */
export function terminalMail(print: (text: string) => void = console.log): Mail {
  return {
    send: async (to, subject, text) => print(`\n✉ To: ${to}\n  Subject: ${subject}\n\n${text}\n`),
  };
}

/** For a deployment that was given no mail API: what a mail says must not end up in its logs. */
export const noMail: Mail = {
  send: async () => {
    throw new Error("A mail was not sent: MAIL_API_URL, MAIL_API_KEY and MAIL_FROM are not set.");
  },
};
