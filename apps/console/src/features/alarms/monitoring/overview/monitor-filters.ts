import type { MonitoredDevice, monitorCalls, Sent } from '@sweepline/contract';
import type { List } from '../../../../kit/list/use-list.ts';

export type MonitorList = List<
  MonitoredDevice,
  Omit<Sent<typeof monitorCalls.list>, 'page' | 'pageSize' | 'enablePage' | 'sort'>
>;

/** The filters that figures and chart share with the list. Those of severity choose among the figures. */
export function sharedFilters({ filters }: Pick<MonitorList, 'filters'>) {
  const { severity: _severity, unprocessed: _unprocessed, ...shared } = filters;
  return shared;
}
