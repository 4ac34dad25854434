/** The environment of a command that has no account, and a proxy that does not exist, so that no request leaves the machine. */
export const noAccount = {
  CLOUDFLARE_API_TOKEN: "",
  CLOUDFLARE_ACCOUNT_ID: "",
  HTTPS_PROXY: "http://127.0.0.1:9",
  HTTP_PROXY: "http://127.0.0.1:9",
};
