import { deviceSettingCalls, type Device, type DeviceSettings } from '@sweepline/contract';
import { faultsOf, isRecord } from '@sweepline/contract/robot';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError } from '../../../kit/api/api.ts';
import { useAction } from '../../../kit/api/use-action.ts';
import { inputOf, type SettingDraft } from './use-setting-draft.ts';

/** A lock without a PIN would lock out no user or every user. */
const lacksPin = (lock: unknown, before: unknown) =>
  isRecord(lock) &&
  lock['enabled'] === true &&
  !lock['pin'] &&
  !(isRecord(before) && before['enabled'] === true);

/** Saves the changed keys; console and server check them against the same table. */
export function useSaving(device: Device, settings: DeviceSettings, draft: SettingDraft, online: boolean) {
  const { t } = useTranslation('devices/settings');
  const [refused, setRefused] = useState<Record<string, string>>({});
  const name = device.nickname || device.sn;
  const update = useAction(deviceSettingCalls.update, {
    done: t(online ? 'saved' : 'savedAway', { name }),
    after: () => draft.clear(),
  });
  const values = inputOf(draft.values);
  const ownFaults: Record<string, string> = faultsOf(settings.model, values, settings.catalogue);
  if (lacksPin(values['screenLock'], settings.reported?.['screenLock'])) ownFaults['screenLock'] = 'VALUE';
  const [tried, setTried] = useState(false);

  const save = () => {
    setTried(true);
    setRefused({});
    if (Object.keys(ownFaults).length > 0) return;
    update.mutate(
      { id: device.id, version: draft.version, values },
      {
        onSuccess: () => setTried(false),
        onError: (error) => error instanceof CallError && setRefused(error.fields),
      },
    );
  };
  return { save, busy: update.isPending, faults: tried ? { ...refused, ...ownFaults } : {} };
}
