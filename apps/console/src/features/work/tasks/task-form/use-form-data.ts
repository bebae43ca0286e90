import { mapCalls } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { callQuery } from '../../../../kit/api/api.ts';
import { listedDevice } from '../../../../shared/robot/listed-device.ts';
import { useLiveDevice } from '../../../../shared/robot/use-live-device.ts';
import { chosenZones, cleanZonesOf, withDevice } from './task-form-values.ts';
import type { TaskForm } from './use-task-form.ts';

/** The data of a form beside its own values: the selected device, the maps, and the areas of the selected map. */
export function useFormData(form: TaskForm) {
  const { values, fill } = form;
  const { deviceId, mapId } = values;
  // Live: a form that stays open would keep the obstacle of the moment in which it was opened.
  const device = useLiveDevice(deviceId);
  const maps = useQuery(callQuery(mapCalls.list, { page: 1, pageSize: 99, sort: 'name' }));
  const map = useQuery({
    ...callQuery(mapCalls.detail, { id: mapId ?? '' }),
    enabled: mapId !== undefined,
    meta: { silent: true },
  });
  const selected = useMemo(() => device.data && listedDevice(device.data), [device.data]);
  useEffect(() => {
    // A device from the URL sets its map and default mode, like one selected by hand.
    if (selected && values.cleaningMode === undefined) {
      fill(
        withDevice(values, {
          ...selected,
          mapId: values.mapId ?? selected.live.mapId,
        }),
      );
    }
  }, [selected, values, fill]);
  const zones = cleanZonesOf(map.data);
  return {
    device: selected,
    maps: maps.data?.list ?? [],
    map,
    zones,
    /** In cleaning order. */
    chosen: chosenZones(zones, values.zoneIds),
  };
}
export type FormData = ReturnType<typeof useFormData>;
