interface Told<S> {
  /** The last wish is what the server has; `reply` is its answer. */
  settled: (reply: S) => void;
  /** The call failed: the server still has `confirmed`, and `wanted` was refused. */
  failed: (confirmed: boolean, wanted: boolean) => void;
}

/**
 * Sends what matters of a toggle that is tapped rapidly: one call is in flight at a time, and when it returns, only a
 * last wish that differs is sent. A failure drops the wishes that were waiting.
 */
export class ToggleQueue<S> {
  private flying = false;
  private wanted: boolean;

  constructor(
    private confirmed: boolean,
    private readonly send: (on: boolean) => Promise<S>,
    private readonly told: Told<S>,
  ) {
    this.wanted = confirmed;
  }

  /** Whether a call is under way, so that what the server says meanwhile is older than what the member wants. */
  get busy(): boolean {
    return this.flying;
  }

  async wish(on: boolean): Promise<void> {
    this.wanted = on;
    if (this.flying) return;
    this.flying = true;
    try {
      while (this.wanted !== this.confirmed) {
        const sent = this.wanted;
        const reply = await this.send(sent);
        this.confirmed = sent;
        if (this.wanted !== sent) continue;
        this.flying = false;
        this.told.settled(reply);
      }
    } catch {
      const refused = this.wanted;
      this.wanted = this.confirmed;
      this.flying = false;
      this.told.failed(this.confirmed, refused);
    } finally {
      this.flying = false;
    }
  }
}
