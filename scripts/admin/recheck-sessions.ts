import type { Unstable_Config } from "wrangler";
import { readOperatorUrl, stateFolder } from "../local-state";
import { openOperator } from "./bindings";

/**
 * Lets a member's hub end the sessions that have ended in the database: their sockets close, and reads that the hub holds stop.
 * @returns false when the hub could not be reached: no server runs, or it has no entrypoint for the command line
 */
export async function recheckSessions(
  memberId: string,
  config: Unstable_Config,
  isRemote: boolean,
): Promise<boolean> {
  try {
    return isRemote ? await inDeployment(memberId, config) : await inLocalRun(memberId);
  } catch {
    return false;
  }
}

const request = (memberId: string) => ({ method: "POST", body: memberId });

async function inLocalRun(memberId: string): Promise<boolean> {
  const url = readOperatorUrl(stateFolder());
  return url !== null && (await fetch(url, request(memberId))).ok;
}

async function inDeployment(memberId: string, config: Unstable_Config): Promise<boolean> {
  const { env, close } = await openOperator(config);
  try {
    return (await env.OPERATOR.fetch("https://operator/", request(memberId))).ok;
  } finally {
    await close();
  }
}
