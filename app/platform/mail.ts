/** A mail without its recipient (app/domain/mail/letter.ts). */
export interface Letter {
  subject: string;
  text: string;
  /** The same as an HTML document. */
  html: string;
  /** Further header fields. */
  headers?: Record<string, string>;
}

/** The port for outgoing email. `send` throws when the service does not accept one: a `MailError` when it says why. */
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
  /** Returns the return path of mails to an address; missing where the service has its own. */
  returnPathOf?: (to: string) => string;
}

/**
 * The reason for a refused mail: the `recipient` gets none; the `settings` or the mail are wrong, so that the same mail
 * is refused again; the `service` may take it later.
 */
export type MailFault = "recipient" | "settings" | "service";

/** A mail that the service has refused. The message has neither the address nor the text: both are private. */
export class MailError extends Error {
  override name = "MailError";
  /** @param code the service's own, such as `401` or `E_SENDER_NOT_VERIFIED` */
  constructor(
    readonly code: string,
    readonly fault: MailFault,
  ) {
    super(`The mail service returned ${code}.`);
  }
}

/** Characters that would end a header field and begin another one (RFC 5322, 2.2). */
const CONTROL = /\p{Cc}/u;

/** @throws when a header field of a mail would begin another one */
function checkFields(to: string, { subject, headers }: Letter): void {
  const fields = [to, subject, ...Object.entries(headers ?? {}).flat()];
  if (fields.some((field) => CONTROL.test(field)))
    throw new Error("A mail has a control character in a header.");
}

/**
 * Returns a mail port for an HTTP API that takes `{from, to, subject, text, html, headers}` with a bearer key, as
 * Resend and others do. `headers` is missing for most mails, and `returnPath` is there on request only.
 */
export function httpMail({ url, key, from, returnPathOf }: MailApi, post: typeof fetch = fetch): Mail {
  return {
    send: async (to, letter) => {
      checkFields(to, letter);
      const { subject, text, html, headers } = letter;
      const response = await post(url, {
        method: "POST",
        headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
        body: JSON.stringify({ from, to, subject, text, html, headers, returnPath: returnPathOf?.(to) }),
        // The key and the mail are for the address in the settings.
        redirect: "manual",
      });
      await response.body?.cancel();
      const { status } = response;
      if (!response.ok) throw new MailError(String(status), isTemporary(status) ? "service" : "settings");
    },
  };
}

const isTemporary = (status: number) => status >= 500 || status === 408 || status === 429;

/** Email Service codes: https://developers.cloudflare.com/email-service/api/send-emails/workers-api/#error-codes */
const bindingFaults: Record<string, MailFault> = {
  E_RECIPIENT_NOT_ALLOWED: "recipient",
  E_RECIPIENT_SUPPRESSED: "recipient",
  E_DELIVERY_FAILED: "service",
  E_RATE_LIMIT_EXCEEDED: "service",
  E_DAILY_LIMIT_EXCEEDED: "service",
  E_INTERNAL_SERVER_ERROR: "service",
};

/**
 * Returns a mail port for the binding of Cloudflare's Email Service.
 * @param from the sender, such as `Afterglow <hello@example.com>`
 */
export function bindingMail(binding: SendEmail, from: string): Mail {
  return {
    send: async (to, letter) => {
      checkFields(to, letter);
      const { subject, text, html, headers } = letter;
      const mail = { from: senderOf(from), to, subject, text, html, ...(headers && { headers }) };
      try {
        await binding.send(mail);
      } catch (error) {
        throw refusalOf(error);
      }
    },
  };
}

/** Returns what a refusal of the binding says. The message of its error can name the recipient. */
function refusalOf(error: unknown): MailError {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (!/^E_[A-Z_]{1,60}$/.test(code)) return new MailError("an error without a code", "service");
  return new MailError(code, bindingFaults[code] ?? "settings");
}

/** Returns a sender in the form of the binding. */
function senderOf(from: string): string | EmailAddress {
  const [, name, email] = /^(.*\S)\s*<([^<>]+)>$/.exec(from) ?? [];
  return name && email ? { name, email } : from;
}

/** Returns a mail port that prints the text of mails to the terminal, for local runs. */
export function terminalMail(print: (text: string) => void = console.log): Mail {
  return {
    reach: "terminal",
    send: async (to, { subject, text }) => print(`\n✉ To: ${to}\n  Subject: ${subject}\n\n${text}\n`),
  };
}

/** Drops mails, for a deployment without a mail service: their content must not end up in its logs. */
export const noMail: Mail = {
  reach: "nobody",
  send: async () => {
    throw new Error("A mail was not sent: no mail service is set up.");
  },
};
