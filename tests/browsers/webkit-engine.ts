import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { setTimeout } from "node:timers/promises";
import { Builder, By, Capabilities, Key, Origin, type WebDriver } from "selenium-webdriver";
import { freePort } from "../../scripts/server-process";
import { type Driver, type Engine, type Point, reportSilentErrors, type Size } from "./driver";

const WINDOW = path.join(import.meta.dirname, "webkit-window.py");

const DRIVER = "/usr/bin/WebKitWebDriver";
const PYTHON = "/usr/bin/python3";

/** Returns whether this machine has WebKitGTK with its driver, a display server and the library of the window. */
export function hasWebKit(): boolean {
  const check = 'import gi; gi.require_version("Gtk", "3.0"); gi.require_version("WebKit2", "4.1")';
  return (
    [DRIVER, "/usr/bin/Xvfb", "/usr/bin/setpriv"].every(existsSync) &&
    spawnSync(PYTHON, ["-c", check], { stdio: "ignore" }).status === 0
  );
}

/** Starts a display without a screen, on which each window is a WebKitGTK process with a driver process of its own. */
export async function launchWebKit(): Promise<Engine> {
  const folder = mkdtempSync(path.join(tmpdir(), "afterglow-webkit-"));
  const screen = ["-screen", "0", "1600x1200x24", "-nolisten", "tcp"];
  const display = startChild("Xvfb", ["-displayfd", "3", ...screen], {
    stdio: ["ignore", "ignore", "ignore", "pipe"],
  });
  const number = await firstLine(display);
  let windows = 0;
  async function open(size: Size): Promise<Driver> {
    windows += 1;
    const data = path.join(folder, String(windows));
    const log = `${data}.log`;
    const port = await freePort();
    const server = startChild(DRIVER, [`--port=${port}`], {
      stdio: "ignore",
      env: {
        ...process.env,
        DISPLAY: `:${number}`,
        WEBKIT_LOG: log,
        WEBKIT_DATA: data,
        WEBKIT_SCRIPT: `(${reportSilentErrors})()`,
        // Without a GPU, a session bus or accessibility services.
        NO_AT_BRIDGE: "1",
        GTK_A11Y: "none",
      },
    });
    const capabilities = new Capabilities({
      browserName: "webkit-window",
      "webkitgtk:browserOptions": { binary: WINDOW, args: [] },
    });
    await untilListening(port);
    const driver = await new Builder()
      .usingServer(`http://127.0.0.1:${port}`)
      .withCapabilities(capabilities)
      .build();
    // As long as a test may take: the driver's own limit of 30 s is that of a quiet machine.
    await driver.manage().setTimeouts({ script: 240_000 });
    const opened = new WebKitDriver(driver, log, server);
    await opened.resize(size);
    return opened;
  }
  let last: Promise<unknown> = Promise.resolve();
  return {
    // One after another: of three windows that began at once on a busy machine, one never answered.
    open(size) {
      const opened = last.then(() => open(size));
      last = opened.catch(() => undefined);
      return opened;
    },
    async close() {
      await stopChild(display);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const keys: Record<string, string> = {
  Enter: Key.ENTER,
  Escape: Key.ESCAPE,
  Tab: Key.TAB,
  ArrowDown: Key.ARROW_DOWN,
  ArrowLeft: Key.ARROW_LEFT,
  ArrowRight: Key.ARROW_RIGHT,
  Shift: Key.SHIFT,
  Control: Key.CONTROL,
};

class WebKitDriver implements Driver {
  readonly #driver: WebDriver;
  readonly #log: string;
  readonly #server: ChildProcess;

  constructor(driver: WebDriver, log: string, server: ChildProcess) {
    this.#driver = driver;
    this.#log = log;
    this.#server = server;
  }

  get messages() {
    if (!existsSync(this.#log)) return [];
    return readFileSync(this.#log, "utf8")
      .split("\n")
      .filter((line) => line.trim() !== "");
  }

  async goto(url: string) {
    await this.#driver.get(url);
  }

  async back() {
    await this.#driver.executeScript("history.back()");
  }

  async evaluate<Input, Output>(
    run: (input: Input) => Output | Promise<Output>,
    input: Input,
  ): Promise<Output> {
    // A page that is left answers nothing, and the driver waits.
    const script = `const done = arguments[1];
      addEventListener("pagehide", () => done({ error: "The page was left" }), { once: true });
      Promise.resolve(arguments[0]).then(${run}).then((value) => done({ value }), (error) => done({ error: String(error) }));`;
    const { value, error } = await this.#driver.executeAsyncScript<{ value: Output; error?: string }>(
      script,
      input,
    );
    if (error) throw new Error(error);
    return value;
  }

  async runScript(source: string) {
    await this.#driver.executeScript(source);
  }

  async click(point: Point) {
    await this.#driver
      .actions()
      .move({ ...rounded(point), origin: Origin.VIEWPORT, duration: 0 })
      .press()
      .release()
      .perform();
  }

  async drag(from: Point, to: Point) {
    const origin = Origin.VIEWPORT;
    await this.#driver
      .actions()
      .move({ ...rounded(from), origin, duration: 0 })
      .press()
      .move({ ...rounded(to), origin, duration: 100 })
      .release()
      .perform();
  }

  async type(text: string) {
    await this.#driver.actions().sendKeys(text.replaceAll("\n", Key.ENTER)).perform();
  }

  async press(key: string) {
    const pressed = key.split("+").map((one) => keys[one] ?? one);
    const actions = this.#driver.actions();
    for (const one of pressed) actions.keyDown(one);
    for (const one of pressed.reverse()) actions.keyUp(one);
    await actions.perform();
  }

  async setFiles(selector: string, files: readonly string[]) {
    await this.#driver.findElement(By.css(selector)).sendKeys(files.join("\n"));
  }

  async resize({ width, height }: Size) {
    await this.#driver.manage().window().setRect({ x: 0, y: 0, width, height });
  }

  async screenshot() {
    return Buffer.from(await this.#driver.takeScreenshot(), "base64");
  }

  async close() {
    await this.#driver.quit().catch(() => undefined);
    await stopChild(this.#server);
  }
}

const rounded = ({ x, y }: Point) => ({ x: Math.round(x), y: Math.round(y) });

/** Starts a process that Linux kills when this one ends, however it ends. */
function startChild(command: string, args: string[], options: Parameters<typeof spawn>[2]): ChildProcess {
  return spawn("setpriv", ["--pdeathsig", "KILL", "--", command, ...args], options);
}

/** Returns the first line that the display prints: its number. */
async function firstLine({ stdio }: ChildProcess): Promise<string> {
  const [line] = await once(createInterface({ input: stdio[3] as Readable }), "line");
  return line;
}

async function untilListening(port: number): Promise<void> {
  for (;;) {
    const socket = connect(port, "127.0.0.1");
    const isListening = await once(socket, "connect").then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (isListening) return;
    await setTimeout(20);
  }
}

async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill();
  await ended;
}
