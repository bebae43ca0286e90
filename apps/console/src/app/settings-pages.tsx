import { useMemo, type ReactNode } from 'react';
import '../features/devices/settings/device-settings.css';
import { SettingControl } from '../features/devices/settings/setting-control.tsx';
import { useSettingWords } from '../features/devices/settings/use-setting-words.ts';
import { ProfilePage } from '../features/devices/settings-rollouts/profile-page.tsx';
import { RolloutPage } from '../features/devices/settings-rollouts/rollout-page.tsx';
import { SettingPartsContext } from '../features/devices/settings-rollouts/setting-parts.ts';
import { SyncPage } from '../features/devices/settings-rollouts/sync-page.tsx';

/** Provides the texts and controls of single-device settings to the pages that set many devices. */
function WithSettings({ children }: { children: ReactNode }) {
  const [J20, J30, J40] = [useSettingWords('J20'), useSettingWords('J30'), useSettingWords('J40')];
  const parts = useMemo(() => ({ words: { J20, J30, J40 }, Control: SettingControl }), [J20, J30, J40]);
  return <SettingPartsContext value={parts}>{children}</SettingPartsContext>;
}

export const SettingsSyncPage = () => (
  <WithSettings>
    <SyncPage />
  </WithSettings>
);
export const SettingsRolloutPage = () => (
  <WithSettings>
    <RolloutPage />
  </WithSettings>
);
export const SettingsProfilePage = () => (
  <WithSettings>
    <ProfilePage />
  </WithSettings>
);
