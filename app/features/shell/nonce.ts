import { createContext } from "react";

/** The CSP nonce of the reply's inline scripts; undefined in the browser, where they have already run. */
export const NonceContext = createContext<string | undefined>(undefined);
