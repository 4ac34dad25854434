/**
 * Returns the network of an IP address, the key of rate limits: the /64 of an IPv6 address, because one subscriber has at
 * least that (RFC 6177); an IPv4 address itself, also when mapped to IPv6 (RFC 4291, 2.5.5.2). Other texts are returned
 * unchanged.
 */
export function networkOf(address: string): string {
  const url = `http://[${address}]`;
  if (!URL.canParse(url)) return address;
  // The host of a URL is normalised: lower case, no leading zeros, one `::`.
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
