type Handler = (event: PopStateEvent) => void;

/** The history of a browser's tab, which moves at once. */
export class FakeWindow {
  readonly document = { defaultView: this };
  readonly #entries = [{ state: null as unknown, url: "https://afterglow.test/" }];
  #at = 0;
  #capturing: Handler[] = [];
  #handlers: Handler[] = [];

  readonly history = (() => {
    const current = () => this.#entries[this.#at];
    const go = (delta: number) => this.#go(delta);
    return {
      get state() {
        return current()?.state ?? null;
      },
      pushState: (state: unknown, _: string, url?: string) => {
        const entry = { state, url: this.#resolve(url) };
        this.#entries.splice(++this.#at, Number.POSITIVE_INFINITY, entry);
      },
      replaceState: (state: unknown, _: string, url?: string) => {
        this.#entries[this.#at] = { state, url: this.#resolve(url) };
      },
      go,
      back: () => go(-1),
    };
  })();

  get location(): URL {
    return new URL(this.#entries[this.#at]?.url ?? "");
  }

  addEventListener(_: "popstate", handler: Handler, capture = false): void {
    (capture ? this.#capturing : this.#handlers).push(handler);
  }

  #resolve(url = this.location.href): string {
    return new URL(url, this.location).href;
  }

  /** Dispatches the event as browsers do: to handlers that capture it first. */
  #go(delta: number): void {
    this.#at += delta;
    const event = Object.assign(new Event("popstate"), { state: this.history.state });
    let isStopped = false;
    event.stopImmediatePropagation = () => {
      isStopped = true;
    };
    // It has what handlers read of the event.
    for (const handle of [...this.#capturing, ...this.#handlers])
      if (!isStopped) handle(event as PopStateEvent);
  }
}
