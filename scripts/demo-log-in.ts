import { DEMO_PASSWORD, demoMembers } from "./demo/dataset";
import { stateFolder } from "./local-state";

/** Returns the lines that `npm start` and `npm run dev` print when the server is ready. */
export function banner(url: string): string {
  const [first, ...others] = demoMembers;
  return `
  Afterglow runs at  ${url}
  Log in as          ${first?.email}   password: ${DEMO_PASSWORD}
  or as              ${others.map(({ username }) => username).join(", ")} (@afterglow.example, same password)
  Local data         ${stateFolder()}   (npm run reset deletes it)
  Stop with          Ctrl+C
`;
}
