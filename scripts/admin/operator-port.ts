import type { Unstable_Config } from "wrangler";
import type { Realtime } from "~/platform/realtime";
import type { OperatorReply, OperatorRequest, RecordedEvent } from "../../workers/operator";
import { readOperatorUrl, stateFolder } from "../local-state";
import { openOperator } from "./bindings";

/**
 * Asks the Worker's entrypoint for the command line: that of the local run, or of the deployment.
 * @returns null when no local server runs, or it is unreachable
 */
export async function askWorker(
  config: Unstable_Config,
  isRemote: boolean,
  asked: OperatorRequest,
): Promise<OperatorReply | null> {
  const request = { method: "POST", body: JSON.stringify(asked) };
  try {
    const reply = isRemote ? await inDeployment(config, request) : await inLocalRun(request);
    return reply?.ok ? ((await reply.json()) as OperatorReply) : null;
  } catch {
    return null;
  }
}

async function inLocalRun(request: RequestInit): Promise<Response | null> {
  const url = readOperatorUrl(stateFolder());
  return url === null ? null : fetch(url, request);
}

async function inDeployment(
  config: Unstable_Config,
  { method, body }: { method: string; body: string },
): Promise<Response> {
  const { env, close } = await openOperator(config);
  try {
    const reply = await env.OPERATOR.fetch("https://operator/", { method, body });
    return new Response(await reply.text(), { status: reply.status });
  } finally {
    await close();
  }
}

const methods: Record<keyof Realtime, true> = {
  publish: true,
  countsChanged: true,
  postCreated: true,
  changed: true,
  postRemoved: true,
  postsChanged: true,
  memberChanged: true,
  endSessions: true,
  sessionRenewed: true,
  accountClosed: true,
  expectPushes: true,
  connected: true,
  disconnected: true,
  expectChatSteps: true,
  presenceChanged: true,
};

/** Returns a realtime port that records its calls, for the Worker, whose hubs the command cannot reach. */
export function recordingRealtime(events: RecordedEvent[]): Realtime {
  const record =
    (method: keyof Realtime) =>
    async (...args: unknown[]) => {
      events.push([method, ...args]);
    };
  // One function for each name.
  return Object.fromEntries(
    Object.keys(methods).map((name) => [name, record(name as keyof Realtime)]),
  ) as unknown as Realtime;
}
