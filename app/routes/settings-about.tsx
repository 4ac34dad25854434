import { AboutPage } from "~/features/settings/about-page";
import { metaOf } from "~/features/settings/options";

export { SettingsError as ErrorBoundary } from "~/features/settings/settings-page";

export const meta = metaOf("about");

export default AboutPage;
