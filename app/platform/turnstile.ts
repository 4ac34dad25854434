/** The port for a check that a person sends a form. */
export interface HumanCheck {
  /** The public key that the page's widget needs. */
  siteKey: string;
  /**
   * Returns whether the widget has given this token to a person for this action; a token counts once.
   * @throws when the service does not answer
   */
  isHuman: (token: string, action: string) => Promise<boolean>;
}

export interface TurnstileKeys {
  siteKey: string;
  secret: string;
}

/** The site of the widget's script and frame, for the content security policy. */
export const TURNSTILE_ORIGIN = "https://challenges.cloudflare.com";

const TIMEOUT_MS = 5000;

/**
 * Returns the check by Cloudflare's Turnstile (developers.cloudflare.com/turnstile/get-started/server-side-validation).
 * The address of the person, which is optional, is not sent.
 */
export function turnstile({ siteKey, secret }: TurnstileKeys, post: typeof fetch = fetch): HumanCheck {
  return {
    siteKey,
    isHuman: async (token, action) => {
      const response = await post(`${TURNSTILE_ORIGIN}/turnstile/v0/siteverify`, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ secret, response: token }),
        redirect: "manual",
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      const reply: { success?: boolean; action?: string } = await response.json();
      if (typeof reply.success !== "boolean") throw new Error(`Turnstile returned ${response.status}.`);
      return reply.success && reply.action === action;
    },
  };
}
