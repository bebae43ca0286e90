import { workOrderCalls } from '@sweepline/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { callQuery } from '../../kit/api/api.ts';
import { may } from '../../kit/api/may.ts';

export interface AppointmentRange {
  from: string;
  to: string;
  siteId?: string;
  deviceId?: string;
}

const maxRows = 99;

export const mayReadAppointments = () => may(workOrderCalls.list.allow);

/** The first orders in work whose appointments touch this time, with their number; undefined while loading or without permission. */
export function useAppointments({ from, to, ...place }: AppointmentRange) {
  const { data } = useQuery({
    ...callQuery(workOrderCalls.list, {
      ...place,
      state: ['PROCESSING'],
      appointmentFrom: from,
      appointmentUntil: to,
      sort: 'appointment',
      page: 1,
      pageSize: maxRows,
    }),
    enabled: mayReadAppointments(),
    placeholderData: keepPreviousData,
    meta: { silent: true },
  });
  return data;
}
