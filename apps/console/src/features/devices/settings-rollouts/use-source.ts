import {
  deviceCalls,
  settingModels,
  settingsProfileCalls,
  type Sent,
  type settingsRolloutCalls,
} from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { callQuery } from '../../../kit/api/api.ts';

export type From = Sent<typeof settingsRolloutCalls.preview>['from'];

/** The source from the address, and the model of its settings. */
export function useSource() {
  const [params, setParams] = useSearchParams();
  const deviceId = params.get('device');
  const profileId = params.get('profile');
  const device = useQuery({
    ...callQuery(deviceCalls.detail, { id: deviceId ?? '' }),
    enabled: deviceId !== null,
    meta: { silent: true },
  });
  const profiles = useQuery({
    ...callQuery(settingsProfileCalls.list, { pageSize: 99 }),
    meta: { silent: true },
  });
  const profile = profiles.data?.list.find(({ id }) => id === profileId);
  const choose = (name: 'device' | 'profile', id: string) =>
    setParams(
      (current) => {
        const next = new URLSearchParams(current);
        next.delete('device');
        next.delete('profile');
        if (id) next.set(name, id);
        return next;
      },
      { replace: true },
    );
  const model = profile?.model ?? settingModels.find((value) => value === device.data?.device.model);
  const from: From | null = profile ? { profileId: profile.id } : deviceId && model ? { deviceId } : null;
  return {
    from,
    model: model ?? settingModels[0],
    choose,
    profileId,
    device: device.data?.device ?? null,
    error: device.error,
    profiles: profiles.data?.list ?? [],
  };
}
export type Source = ReturnType<typeof useSource>;
