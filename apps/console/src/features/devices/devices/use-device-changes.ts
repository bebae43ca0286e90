import { deviceCalls, topics, type Device } from '@sweepline/contract';
import { useLive } from '../../../kit/api/use-live.ts';
import type { List } from '../../../kit/list/use-list.ts';
import { useRedeclared } from '../../../shared/robot/use-redeclared.ts';
import { withChanges } from './device-changes.ts';

/** Keeps the rows of a list up to date with pushed changes. */
export function useDeviceChanges({ input, rows }: Pick<List<Device>, 'input' | 'rows'>) {
  const ids = rows.map(({ id }) => id);
  useRedeclared(ids);
  useLive(
    topics.devices,
    deviceCalls.list,
    input,
    (old, { changes }) => ({ ...old, list: withChanges(old.list, changes) }),
    ids,
  );
}
