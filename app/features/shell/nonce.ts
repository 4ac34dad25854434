import { createContext } from "react";

/** The nonce of this reply's inline scripts; undefined in the browser, where they have already run. */
export const NonceContext = createContext<string | undefined>(undefined);
