import { deviceCalls, topics, type Device } from '@sweepline/contract';
import { useLive } from '../../../kit/api/use-live.ts';
import type { List } from '../../../kit/list/use-list.ts';
import { withChanges } from './device-changes.ts';

/** Keeps the rows of a list up to date with pushed changes. */
export const useDeviceChanges = ({ input, rows }: Pick<List<Device>, 'input' | 'rows'>) =>
  useLive(
    topics.devices,
    deviceCalls.list,
    input,
    (old, { changes }) => ({ ...old, list: withChanges(old.list, changes) }),
    rows.map(({ id }) => id),
  );
