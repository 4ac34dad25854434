const MEMBER = "member";

/** The member of a hub. Stored, because alarms and frames after hibernation do not name them. */
export class HubMember {
  #id: string | undefined;

  constructor(private readonly storage: DurableObjectStorage) {}

  set(id: string): void {
    if (this.#id === id) return;
    this.#id = id;
    if (this.storage.kv.get(MEMBER) !== id) this.storage.kv.put(MEMBER, id);
  }

  /** Returns the member's id. @throws in a hub that does not know its member */
  id(): string {
    const id = this.known();
    if (!id) throw new Error("This hub does not know its member.");
    return id;
  }

  /** Returns the member's id; undefined in a hub that has had deliveries only. */
  known(): string | undefined {
    this.#id ??= this.storage.kv.get<string>(MEMBER);
    return this.#id;
  }

  /** Forgets the member, whose storage was deleted. */
  forget(): void {
    this.#id = undefined;
  }
}
