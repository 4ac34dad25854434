import puppeteer, { type Browser, type ElementHandle, type KeyInput, type Page } from "puppeteer-core";
import { browserLaunch } from "../e2e/browser";
import { type Driver, type Engine, type Point, reportSilentErrors, type Size } from "./driver";

/** Starts Chromium, as the other browser tests use it. */
export async function launchChromium(): Promise<Engine> {
  const { executablePath, args, channel } = await browserLaunch();
  return engineOf(
    await puppeteer.launch(
      executablePath ? { executablePath, args } : { channel: channel === "chrome" ? "chrome" : undefined },
    ),
  );
}

/** Starts an installed Firefox. @param forcesColors the colours of pages are replaced by those of the reader */
export async function launchFirefox(executablePath: string, forcesColors: boolean): Promise<Engine> {
  return engineOf(
    await puppeteer.launch({
      browser: "firefox",
      executablePath,
      // A mouse, which a machine without one would not have.
      extraPrefsFirefox: {
        "ui.primaryPointerCapabilities": 6,
        "ui.allPointerCapabilities": 6,
        "browser.display.document_color_use": forcesColors ? 2 : 0,
      },
    }),
  );
}

function engineOf(browser: Browser): Engine {
  return {
    async open(size) {
      const context = await browser.createBrowserContext();
      // A window of its own: a tab in the background would not be rendered.
      const page = await context.newPage({ type: "window" });
      await page.setViewport(size);
      await page.evaluateOnNewDocument(reportSilentErrors);
      return new PuppeteerDriver(page);
    },
    close: () => browser.close(),
  };
}

class PuppeteerDriver implements Driver {
  readonly messages: string[] = [];
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
    page.on("console", (message) => {
      this.messages.push(`${message.type()}: ${message.text()} (${message.location().url ?? ""})`);
    });
    page.on("pageerror", (error) => this.messages.push(`exception: ${error}`));
  }

  async goto(url: string) {
    await this.#page.goto(url);
  }

  async back() {
    await this.#page.evaluate(() => history.back());
  }

  evaluate<Input, Output>(run: (input: Input) => Output | Promise<Output>, input: Input): Promise<Output> {
    // puppeteer's types describe element handles as arguments, which no caller passes.
    return this.#page.evaluate(run as (input: unknown) => unknown, input) as Promise<Output>;
  }

  async runScript(source: string) {
    await this.#page.evaluate(source);
  }

  async click({ x, y }: Point) {
    await this.#page.mouse.click(x, y);
  }

  async drag(from: Point, to: Point) {
    await this.#page.mouse.move(from.x, from.y);
    await this.#page.mouse.down();
    await this.#page.mouse.move(to.x, to.y, { steps: 4 });
    await this.#page.mouse.up();
  }

  async type(text: string) {
    await this.#page.keyboard.type(text);
  }

  async press(key: string) {
    // The names of keys are checked by puppeteer.
    const keys = key.split("+") as KeyInput[];
    for (const one of keys) await this.#page.keyboard.down(one);
    for (const one of keys.reverse()) await this.#page.keyboard.up(one);
  }

  async setFiles(selector: string, files: readonly string[]) {
    // The selector matches a file input.
    const input = (await this.#page.$(selector)) as ElementHandle<HTMLInputElement> | null;
    await input?.uploadFile(...files);
  }

  async resize(size: Size) {
    await this.#page.setViewport(size);
  }

  async screenshot() {
    return Buffer.from(await this.#page.screenshot());
  }

  async close() {
    await this.#page.browserContext().close();
  }
}
