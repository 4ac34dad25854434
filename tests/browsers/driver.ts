/** The operations that journeys need from a browser. Each engine implements them with its driver library. */
export interface Driver {
  /** Console messages so far: of the page, and of the browser about the page. */
  readonly messages: readonly string[];
  goto(url: string): Promise<void>;
  back(): Promise<void>;
  /** Runs a function in the page. It cannot use variables from outside. */
  evaluate<Input, Output>(run: (input: Input) => Output | Promise<Output>, input: Input): Promise<Output>;
  /** Runs a script in the page, which may define globals. */
  runScript(source: string): Promise<void>;
  /** Clicks at a point of the viewport. */
  click(point: Point): Promise<void>;
  /** Moves the pressed pointer from one point to another. */
  drag(from: Point, to: Point): Promise<void>;
  /** Types into the focused element. */
  type(text: string): Promise<void>;
  /** Presses a key such as `Enter`, or a combination such as `Shift+Tab`. */
  press(key: string): Promise<void>;
  /** Chooses files in the file input that the selector matches. */
  setFiles(selector: string, files: readonly string[]): Promise<void>;
  resize(size: Size): Promise<void>;
  /** Returns a PNG image of the viewport. */
  screenshot(): Promise<Buffer>;
  close(): Promise<void>;
}

export interface Point {
  x: number;
  y: number;
}

export interface Size {
  width: number;
  height: number;
}

/** A running browser. */
export interface Engine {
  /** Opens a window with cookies, caches and storage of its own. */
  open(size: Size): Promise<Driver>;
  close(): Promise<void>;
}

/**
 * Reports security policy violations and unhandled rejections as console errors, because not every driver reports them.
 * Runs in each document before its own scripts; it cannot use variables from outside.
 */
export function reportSilentErrors(): void {
  addEventListener(
    "securitypolicyviolation",
    ({ effectiveDirective, blockedURI, sourceFile, lineNumber }) => {
      console.error(`Policy violation: ${effectiveDirective} ${blockedURI} (${sourceFile}:${lineNumber})`);
    },
  );
  addEventListener("unhandledrejection", ({ reason }: PromiseRejectionEvent) => {
    // The next navigation interrupted this one: the router's decoder leaves its body's promise without a handler.
    if (reason?.name === "AbortError") return;
    console.error(`Unhandled rejection: ${reason} ${reason?.stack ?? ""}`);
  });
}
