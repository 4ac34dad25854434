import { AboutPage } from "~/features/settings/about-page";
import { handleOf } from "~/features/settings/options";

export { SettingsError as ErrorBoundary } from "~/features/settings/settings-page";

export const handle = handleOf("about");

export default AboutPage;
