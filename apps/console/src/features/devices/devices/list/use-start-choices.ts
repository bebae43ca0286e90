import { mapCalls, taskCalls, type Device, type MapDetail, type Task } from '@sweepline/contract';
import { cleaningChoicesOf } from '@sweepline/contract/robot';
import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { callQuery, send } from '../../../../kit/api/api.ts';
import { may } from '../../../../kit/api/may.ts';

/** What a robot can start now: one of its tasks, or all areas of the map it stands on. */
export type StartChoice = { id: string; task: Task } | { id: 'all'; map: MapDetail };

const areasOf = (map: MapDetail) => map.elements.zones.filter(({ type }) => type === 'CLEAN');
const silent = { meta: { silent: true } };

function choicesOf({ live }: Device, tasks: readonly Task[], map: MapDetail | undefined): StartChoice[] {
  const startable = tasks.filter(
    ({ state, mapId }) =>
      state !== 'DISABLED' && state !== 'DELETED' && (live.mapId === null || mapId === live.mapId),
  );
  return [
    ...startable.map((task) => ({ id: task.id, task })),
    ...(map && areasOf(map).length > 0 ? [{ id: 'all' as const, map }] : []),
  ];
}

/** The choices of each robot, with the first one chosen, and the call that starts the chosen one. */
export function useStartChoices(devices: readonly Device[]) {
  const [chosen, setChosen] = useState<ReadonlyMap<string, string>>(new Map());
  const mapIds = [...new Set(devices.flatMap(({ live }) => live.mapId ?? []))];
  const taskQueries = useQueries({
    queries: devices.map(({ id }) => ({
      ...callQuery(taskCalls.list, { deviceId: id, pageSize: 50, sort: 'name' as const }),
      enabled: may(taskCalls.list.allow),
      ...silent,
    })),
  });
  const mapQueries = useQueries({
    queries: mapIds.map((id) => ({
      ...callQuery(mapCalls.detail, { id }),
      enabled: may(mapCalls.detail.allow),
      ...silent,
    })),
  });
  const choices = new Map(
    devices.map((device, index) => [
      device.id,
      choicesOf(
        device,
        taskQueries[index]?.data?.list ?? [],
        mapQueries.find(({ data }) => data?.id === device.live.mapId)?.data,
      ),
    ]),
  );
  const choiceOf = ({ id }: Device) => {
    const options = choices.get(id) ?? [];
    return options.find((option) => option.id === chosen.get(id)) ?? options[0];
  };
  return {
    optionsOf: ({ id }: Device) => choices.get(id) ?? [],
    choiceOf,
    choose: (device: Device, id: string) => setChosen((old) => new Map(old).set(device.id, id)),
    loading: [...taskQueries, ...mapQueries].some(({ isLoading }) => isLoading),
    start: async (device: Device) => await startChoice(device, choiceOf(device)),
  };
}

async function startChoice(device: Device, choice: StartChoice | undefined) {
  if (!choice) return;
  if ('task' in choice) return await send(taskCalls.start, { id: choice.task.id }, { quiet: true });
  const { cleaningModes = [], strengths = [] } = cleaningChoicesOf(device) ?? {};
  return await send(
    taskCalls.cleanNow,
    {
      deviceId: device.id,
      mapId: choice.map.id,
      zoneIds: areasOf(choice.map).map(({ id }) => id),
      cleaningMode: cleaningModes[0] ?? '',
      strength: strengths[Math.min(1, strengths.length - 1)] ?? '',
      repetitions: 1,
    },
    { quiet: true },
  );
}
