import { AI_FAILED } from "~/contract/limits";
import { logError } from "~/platform/log";
import { type Failure, failureOf, toAppError, UselessReply } from "./failures";
import type { aiModels } from "./models";

/** The method of the `AI` binding that is used. Workers AI and the embedded engine both have it. */
export interface AiBinding {
  run(model: string, inputs: Record<string, unknown>, options?: { signal?: AbortSignal }): Promise<unknown>;
}

export interface Call {
  /** Aborts when the member cancels. The call then rejects with the signal's reason, not with an AppError. */
  signal?: AbortSignal;
}

type Choice = (typeof aiModels)[keyof typeof aiModels];

/**
 * Runs a model, and its fallback when it fails. No fallback when the prompt was refused, the input is too large, the
 * account's daily allocation is used up or the member cancelled: it would not help.
 * @throws AppError, for which `hasReplied` is true when a model has replied with something that `read` refuses
 */
export async function runModel<Result>(
  ai: AiBinding,
  { model, fallback, limit }: Choice,
  inputs: (model: string) => Record<string, unknown>,
  read: (reply: unknown, model: string) => Result,
  { signal }: Call,
  failing = AI_FAILED,
): Promise<Result> {
  let isReplied = false;
  const attempt = async (name: string) => {
    const ended = AbortSignal.any([AbortSignal.timeout(limit), ...(signal ? [signal] : [])]);
    const reply = await orAborted(ai.run(name, inputs(name), { signal: ended }), ended);
    isReplied = true;
    return read(reply, name);
  };
  const errorOf = (failure: Failure, error: unknown) =>
    toAppError(
      failure,
      failing,
      isReplied ? new UselessReply("A model's reply is of no use.", { cause: error }) : error,
    );
  try {
    return await attempt(model);
  } catch (error) {
    signal?.throwIfAborted();
    const failure = failureOf(error);
    logFailure(model, failure, error);
    if (failure === "refused" || failure === "too large" || failure === "quota") {
      throw errorOf(failure, error);
    }
    try {
      return await attempt(fallback);
    } catch (second) {
      signal?.throwIfAborted();
      logFailure(fallback, failureOf(second), second);
      throw errorOf(failureOf(second), second);
    }
  }
}

/** Logs why a model failed, without the prompt. A refused prompt is not a failure. */
function logFailure(model: string, failure: Failure, error: unknown): void {
  if (failure !== "refused") logError(error, { event: "AI model failed", model, failure });
}

/** Rejects as soon as the signal aborts, because the binding can take a while to do so. */
function orAborted<Reply>(reply: Promise<Reply>, signal: AbortSignal): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const end = () => reject(signal.reason);
    if (signal.aborted) end();
    else signal.addEventListener("abort", end, { once: true });
    reply.then(resolve, reject).finally(() => signal.removeEventListener("abort", end));
  });
}
