import { Outlet } from "react-router";
import { SettingsLayout } from "~/features/settings/settings-layout";

export default function Settings() {
  return (
    <SettingsLayout>
      <Outlet />
    </SettingsLayout>
  );
}
