interface Callbacks<S> {
  /** The server has stored the last desired state and returned `reply`. */
  onSettled: (reply: S) => void;
  /** The call for `desired` failed; the server still has `confirmed`. */
  onFailed: (confirmed: boolean, desired: boolean, error: unknown) => void;
}

/**
 * Coalesces rapid changes of a toggle. One call is in flight at a time; when it resolves, only the last desired
 * state is sent, if it differs. After a failed call the desired state is reset to the confirmed one.
 */
export class ToggleQueue<S> {
  private inFlight = false;
  private desired: boolean;
  private settled: Promise<boolean>;

  constructor(
    private confirmed: boolean,
    private readonly send: (on: boolean) => Promise<S>,
    private readonly callbacks: Callbacks<S>,
  ) {
    this.desired = confirmed;
    this.settled = Promise.resolve(confirmed);
  }

  /** Whether a call is in flight: until it resolves, other server state of the toggle is stale. */
  get busy(): boolean {
    return this.inFlight;
  }

  /** Resolves to the server's state once no call is in flight. */
  set(on: boolean): Promise<boolean> {
    this.desired = on;
    if (!this.inFlight) this.settled = this.settle();
    return this.settled;
  }

  private async settle(): Promise<boolean> {
    this.inFlight = true;
    try {
      while (this.desired !== this.confirmed) {
        const sent = this.desired;
        const reply = await this.send(sent);
        this.confirmed = sent;
        if (this.desired !== sent) continue;
        this.inFlight = false;
        this.callbacks.onSettled(reply);
      }
    } catch (error) {
      const failed = this.desired;
      this.desired = this.confirmed;
      this.inFlight = false;
      this.callbacks.onFailed(this.confirmed, failed, error);
    } finally {
      this.inFlight = false;
    }
    return this.confirmed;
  }
}
