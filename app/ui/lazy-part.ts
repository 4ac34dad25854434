import { type ComponentType, cloneElement, createElement, lazy, useEffect, useState } from "react";
import type { Trigger } from "./on-demand";
import { recoverPart } from "./recover-part";
import { retryImport } from "./retry-import";

type Part<Props> = { default: ComponentType<Props> };

/**
 * `React.lazy` for parts that open over a page. When the code fails to load, it shows an error and leaves the page as
 * it is, instead of the page's error boundary. As soon as the server is reachable, it loads the code again. If
 * that fails, as after a deployment of a newer build, the page reloads: once, only while the part is still wanted, and
 * never with unsaved work on the page.
 * @param load imports a `.client` module: the part never renders on the server, so the Worker's build leaves it out.
 */
export function lazyPart<Props>(load: () => Promise<Part<Props>>) {
  const loadAgain = retryImport(load);
  // A failed part reads only the trigger of the part's properties, if there is one.
  const part = lazy(() =>
    loadAgain().catch(() => ({ default: failedPart(loadAgain) as ComponentType<Props> })),
  );
  /** Fetches the code ahead of a press. If that fails, the press tries again. */
  const preload = () => void loadAgain().catch(() => undefined);
  return Object.assign(part, { preload });
}

/** Returns the component for a part whose code failed to load: its trigger, which tries again, then the part. */
function failedPart<Props>(load: () => Promise<Part<Props>>) {
  return function FailedPart(props: { trigger?: Trigger }) {
    const [presses, setPresses] = useState(0);
    const [part, setPart] = useState<Part<Props> | null>(null);
    // biome-ignore lint/correctness/useExhaustiveDependencies: each press starts over.
    useEffect(() => recoverPart(load, setPart), [presses]);
    // React passes the part's properties; this component names only one of them.
    if (part) return createElement(part.default as ComponentType<typeof props>, props);
    return props.trigger ? cloneElement(props.trigger, { onClick: () => setPresses(presses + 1) }) : null;
  };
}
