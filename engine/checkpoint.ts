/**
 * Yields to other work of the isolate.
 * @throws EngineError 3008 when the caller aborted the job
 */
export type Checkpoint = () => Promise<void>;
