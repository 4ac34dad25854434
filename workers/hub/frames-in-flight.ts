import { HUB_BYTES_IN_FLIGHT, SOCKET_BYTES_IN_FLIGHT } from "~/contract/limits";

/** Bounds the memory of the frames that wait for their turn or are handled, per socket and for the hub. */
export class FramesInFlight {
  #total = 0;
  readonly #bySocket = new WeakMap<WebSocket, number>();

  /** Admits a frame. @returns false when it would exceed a limit; it is not counted then */
  add(socket: WebSocket, bytes: number): boolean {
    const ofSocket = (this.#bySocket.get(socket) ?? 0) + bytes;
    if (ofSocket > SOCKET_BYTES_IN_FLIGHT || this.#total + bytes > HUB_BYTES_IN_FLIGHT) return false;
    this.#bySocket.set(socket, ofSocket);
    this.#total += bytes;
    return true;
  }

  /** Removes an admitted frame once it is handled. */
  remove(socket: WebSocket, bytes: number): void {
    this.#bySocket.set(socket, (this.#bySocket.get(socket) ?? 0) - bytes);
    this.#total -= bytes;
  }
}
