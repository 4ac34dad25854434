/**
 * The network a caller's address belongs to, which is what limits count by: of IPv6 the /64, since whoever has one
 * address has all of it (RFC 6177); of IPv4 the address, also where IPv6 wraps it (RFC 4291, 2.5.5.2). What is no
 * address stays as it is.
 */
export function networkOf(address: string): string {
  const url = `http://[${address}]`;
  if (!URL.canParse(url)) return address;
  // An address is written in many ways; as the host of a URL, in one: lower case, no leading zeros, one `::`.
  const written = new URL(url).hostname.slice(1, -1);
  const wrapped = /^::ffff:(\w+):(\w+)$/.exec(written)?.slice(1);
  if (wrapped) return wrapped.flatMap(bytesOf).join(".");
  const [before = [], after = []] = written.split("::").map((part) => part.split(":").filter(Boolean));
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => "0");
  return `${[...before, ...zeros, ...after].slice(0, 4).join(":")}::/64`;
}

function bytesOf(group: string): number[] {
  const value = Number.parseInt(group, 16);
  return [value >> 8, value & 0xff];
}
