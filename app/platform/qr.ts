import encodeQR from "qr";

/** A QR code as a picture of squares: the width in squares, and an SVG path that fills the dark ones. */
export interface QrCode {
  size: number;
  path: string;
}

/** Light squares around the code, which readers need (ISO/IEC 18004, 9.1). */
const QUIET_ZONE = 4;

/** Returns the QR code of a text. */
export function qrCode(text: string): QrCode {
  const rows = encodeQR(text, "raw", { border: QUIET_ZONE });
  const path = rows.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return { size: rows.length, path: path.join("") };
}
