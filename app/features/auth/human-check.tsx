import { Trans } from "@lingui/react/macro";
import { useEffect, useRef, useState } from "react";
import { SIGN_UP_ACTION } from "~/contract/sign-up-blocks";
import { scriptUrl } from "~/ui/script-url";

/** The used part of Turnstile's API (developers.cloudflare.com/turnstile/get-started/client-side-rendering). */
interface TurnstileApi {
  render: (container: HTMLElement, options: Record<string, string>) => string | undefined;
  remove: (widget: string) => void;
}

const SCRIPT = "https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit";

let api: Promise<TurnstileApi> | undefined;

/** Loads the script once. A failed load can be tried again. */
function loadApi(): Promise<TurnstileApi> {
  api ??= new Promise<TurnstileApi>((resolve, reject) => {
    const script = document.createElement("script");
    script.src = scriptUrl(SCRIPT);
    // The script sets the global.
    script.onload = () => resolve((window as unknown as { turnstile: TurnstileApi }).turnstile);
    script.onerror = () => {
      api = undefined;
      reject(new Error("The script of the check did not load."));
    };
    document.head.appendChild(script);
  });
  return api;
}

interface Props {
  siteKey: string;
  /** The result of the last submission: a token is valid once, so each result needs another widget. */
  result: unknown;
}

/** Renders the widget that checks that a person signs up. It adds its token to the form as the field `turnstile`. */
export function HumanCheck({ siteKey, result }: Props) {
  const container = useRef<HTMLDivElement>(null);
  const [failed, setFailed] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each result needs another widget.
  useEffect(() => {
    let remove: (() => void) | undefined;
    let isMounted = true;
    const render = async () => {
      const turnstile = await loadApi();
      if (!isMounted || !container.current) return;
      const widget = turnstile.render(container.current, {
        sitekey: siteKey,
        action: SIGN_UP_ACTION,
        "response-field-name": "turnstile",
        size: "flexible",
      });
      remove = () => widget !== undefined && turnstile.remove(widget);
    };
    render().then(
      () => setFailed(false),
      () => setFailed(true),
    );
    return () => {
      isMounted = false;
      remove?.();
    };
  }, [siteKey, result]);
  return (
    <div>
      <div ref={container} className="min-h-[65px]" />
      {failed && (
        <p role="alert" className="text-danger text-sm">
          <Trans>The check that you're a person did not load. Please reload the page.</Trans>
        </p>
      )}
      {/* React does not hydrate its content: browsers decode no references there. */}
      <noscript>
        <Trans>Please turn on JavaScript: a check keeps out programs.</Trans>
      </noscript>
    </div>
  );
}
