/** Returns a file as a data URL, which JSON bodies carry. @throws DOMException when the file cannot be read */
export function dataUrlOf(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });
}

/** Returns the file in a data URL; null for other URLs. The content security policy forbids `fetch` of it. */
export function blobOf(url: string): Blob | null {
  const [, type, body] = /^data:([\w.+-]+\/[\w.+-]+);base64,(.*)$/s.exec(url) ?? [];
  if (!body) return null;
  return new Blob([Uint8Array.from(atob(body), (char) => char.charCodeAt(0))], { type });
}
