import { env } from "cloudflare:test";
import { expect } from "vitest";
import { appCode } from "../factories/two-factor";
import { Client, errorOf, type Member } from "./client";
import { mailsDuring } from "./mails";

/** Turns two-factor authentication on. @returns the key, the code that was used, the recovery codes and the mail */
export async function turnOn(ada: Member) {
  const { secret } = await ada.call("startTotp");
  const code = appCode(secret);
  let codes: string[] = [];
  const [mail] = await mailsDuring(async () => {
    ({ recoveryCodes: codes } = await ada.call("confirmTotp", { body: { code } }));
  });
  return { secret, code, codes, mail };
}

/** Logs in with the password, which leaves a log-in that waits for a code. */
export async function start(
  { email, password = "sunset" }: { email: string; password?: string },
  client = new Client(),
  rememberMe = false,
): Promise<Client> {
  const reply = await client.send("POST", "/api/auth/login", { email, password, rememberMe });
  const message = "Please enter the code from your authenticator app.";
  expect(await errorOf(reply)).toEqual({ status: 401, message, errors: { code: [message] } });
  return client;
}

/** Moves the last proofs of a member's identity into the past. */
export const expireProof = ({ id }: { id: string }) =>
  env.DB.prepare("UPDATE sessions SET verified_at = '2026-01-01T00:00:00.000Z' WHERE user_id = ?")
    .bind(id)
    .run();
