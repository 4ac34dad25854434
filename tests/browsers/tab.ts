import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { expect } from "@playwright/test";
import type { Connection } from "./connection";
import type { Driver, Point, Size } from "./driver";
import { describeLocator, type Found, type Locator, mark, search, setSelected } from "./locators";

// Finds elements by role and name in the same way in each engine.
const library = readFileSync(
  path.join(
    path.dirname(createRequire(import.meta.url).resolve("@testing-library/dom")),
    "@testing-library/dom.umd.min.js",
  ),
  "utf8",
);

const POLL = { intervals: [30, 60, 100, 200] };
const FILE_INPUT = "data-journey-file";

/** A window of a browser, as a member uses it. Each step waits until the page allows it. */
export class Tab {
  readonly #driver: Driver;
  readonly #connection: Connection;

  constructor(driver: Driver, connection: Connection) {
    this.#driver = driver;
    this.#connection = connection;
  }

  get messages(): readonly string[] {
    return this.#driver.messages;
  }

  async open(address: string): Promise<void> {
    // A failed navigation is shown by the page, such as the offline page or the browser's own.
    await this.#driver.goto(this.#connection.url + address).catch(() => undefined);
  }

  back(): Promise<void> {
    return this.#driver.back();
  }

  setOnline(isOnline: boolean): void {
    this.#connection.setOnline(isOnline);
  }

  evaluate<Output>(run: () => Output | Promise<Output>): Promise<Output>;
  evaluate<Input, Output>(run: (input: Input) => Output | Promise<Output>, input: Input): Promise<Output>;
  evaluate(run: (input: unknown) => unknown, input?: unknown): Promise<unknown> {
    return this.#driver.evaluate(run, input);
  }

  /** Runs a script in the page, which may define globals. */
  run(script: string): Promise<void> {
    return this.#driver.runScript(script);
  }

  /** Sends a request of the page with a JSON body, and returns the reply's body. */
  call(method: string, address: string, body?: unknown): Promise<unknown> {
    return this.#driver.evaluate(
      async ({ method, address, body }) => {
        const headers = { "Content-Type": "application/json" };
        const reply = await fetch(address, {
          method,
          headers,
          body: body ? JSON.stringify(body) : undefined,
        });
        if (!reply.ok) throw new Error(`${method} ${address}: ${reply.status}`);
        return reply.text().then((text) => (text ? JSON.parse(text) : null));
      },
      { method, address, body },
    );
  }

  async click(locator: Locator): Promise<void> {
    await this.#driver.click(await this.#pointOf(locator));
  }

  /** Drags from the element's centre by a distance in pixels. */
  async drag(locator: Locator, { x, y }: Point): Promise<void> {
    const from = await this.#pointOf(locator);
    await this.#driver.drag(from, { x: from.x + x, y: from.y + y });
  }

  press(key: string): Promise<void> {
    return this.#driver.press(key);
  }

  /** Clicks into a field and replaces its text. */
  async fill(locator: Locator, value: string): Promise<void> {
    await this.click(locator);
    await this.sees(locator, { isFocused: true });
    if ((await this.#find(locator))?.state) await this.#driver.press("Control+a");
    await this.#driver.type(value);
    await this.sees(locator, { state: value });
  }

  /** Chooses an option of a select by its value. Engines open the list in a window that no driver can press. */
  async select(label: string, value: string): Promise<void> {
    const list = { by: "label", value: label } as const;
    await this.sees(list);
    await this.#driver.evaluate(setSelected, { label, value });
  }

  async choose(label: string, ...files: string[]): Promise<void> {
    await expect
      .poll(() => this.#find({ by: "label", value: label }), { ...POLL, message: label })
      .not.toBeNull();
    await this.#driver.evaluate(mark, { label, attribute: FILE_INPUT });
    await this.#driver.setFiles(`[${FILE_INPUT}]`, files);
  }

  /** Waits until the element is visible, with these properties. */
  async sees(locator: Locator, expected: Partial<Found> = {}): Promise<void> {
    await expect
      .poll(() => this.#find(locator), { ...POLL, message: `sees ${describeLocator(locator)}` })
      .toMatchObject(expected);
  }

  /** Waits until no such element is visible. */
  async misses(locator: Locator): Promise<void> {
    await expect
      .poll(() => this.#find(locator), { ...POLL, message: `misses ${describeLocator(locator)}` })
      .toBeNull();
  }

  async isAt(address: string | RegExp): Promise<void> {
    const own = () => this.evaluate(() => location.pathname + location.search).catch(() => "");
    const poll = expect.poll(own, { ...POLL, message: "the page's address" });
    await (typeof address === "string" ? poll.toBe(address) : poll.toMatch(address));
  }

  async resize(size: Size): Promise<void> {
    await this.#driver.resize(size);
    const width = () => this.evaluate(() => innerWidth);
    await expect.poll(width, { ...POLL, message: "the window's width" }).toBe(size.width);
  }

  screenshot(): Promise<Buffer> {
    return this.#driver.screenshot();
  }

  async close(): Promise<void> {
    await this.#driver.close();
    await this.#connection.close();
  }

  async #pointOf(locator: Locator): Promise<Point> {
    let found: Found | null = null;
    const find = async () => {
      found = await this.#find(locator, true);
      return found;
    };
    const message = `can click ${describeLocator(locator)}`;
    await expect.poll(find, { ...POLL, message }).toMatchObject({ point: { x: expect.any(Number) } });
    // The poll has assigned it; TypeScript does not follow assignments in functions.
    const { point } = found as unknown as { point: Point };
    return point;
  }

  /** Returns null while a navigation replaces the document, too. */
  async #find(locator: Locator, aim = false): Promise<Found | null> {
    try {
      const { hasLibrary, found } = await this.#driver.evaluate(search, { locator, aim });
      if (hasLibrary) return found;
      await this.#driver.runScript(library);
      return (await this.#driver.evaluate(search, { locator, aim })).found;
    } catch {
      return null;
    }
  }
}
