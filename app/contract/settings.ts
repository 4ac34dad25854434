import type { Commenters } from "./commenting";
import type { SensitiveMode } from "./sensitive";

/** The settings that are stored with an account. The theme is stored in the browser. */
export interface Settings {
  hidesPresence: boolean;
  hidesTyping: boolean;
  hidesReads: boolean;
  hidesAi: boolean;
  /** Whether the originals of the member's uploads are stored too. */
  keepsOriginals: boolean;
  /** Whether the member stays out of Explore and of suggestions. */
  hidesFromDiscovery: boolean;
  sensitivePhotos: SensitiveMode;
  commentsFrom: Commenters;
  /** Whether the account has a password; it has been made with a passkey otherwise. */
  hasPassword: boolean;
}
