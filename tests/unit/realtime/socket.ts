/** A fake WebSocket that the test controls. */
export class Socket {
  readonly sent: string[] = [];
  onopen: () => void = () => undefined;
  onmessage: (event: { data: string }) => void = () => undefined;
  onerror: () => void = () => undefined;
  onclose: (event: { code: number }) => void = () => undefined;
  isClosed = false;
  send(text: string) {
    this.sent.push(text);
  }
  close() {
    this.isClosed = true;
  }
  say(frame: unknown) {
    this.onmessage({ data: typeof frame === "string" ? frame : JSON.stringify(frame) });
  }
}
