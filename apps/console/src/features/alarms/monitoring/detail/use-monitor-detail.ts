import { monitorCalls } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { callQuery } from '../../../../kit/api/api.ts';
import { useAddress } from '../../../../kit/list/use-address.ts';

export const monitorSpans = { '1h': 1, '6h': 6, '24h': 24 } as const;
export type MonitorSpan = keyof typeof monitorSpans;
const isSpan = (text: string): text is MonitorSpan => Object.hasOwn(monitorSpans, text);

const renewMs = 10_000;

export interface MonitorAddress {
  id: string;
  /** A moment in the middle of the period. */
  at: string;
  /** An alarm in the middle of the period. */
  alarm: string;
}

/**
 * The period of one robot and the cursor in it. Without a moment in the address the period ends now, and it follows the present while
 * the cursor is at its end. Elsewhere the period stands still, so that nothing moves under the cursor.
 */
export function useMonitorDetail({ id, at, alarm }: MonitorAddress) {
  const [spanText, setSpan] = useAddress('span', '1h');
  const span: MonitorSpan = isSpan(spanText) ? spanText : '1h';
  const [cursor, setCursor] = useState<number | 'end'>();
  const isNow = at === '' && alarm === '';
  const isLive = isNow && typeof cursor !== 'number';
  const query = useQuery({
    ...callQuery(monitorCalls.detail, {
      id,
      hours: monitorSpans[span],
      ...(at && { at }),
      ...(alarm && { alarmId: alarm }),
    }),
    // The period of another span or moment is not shown under this one's name.
    refetchInterval: isLive ? renewMs : false,
    refetchOnWindowFocus: isLive,
    meta: { silent: true },
  });
  const { data } = query;
  const [start, end] = [Date.parse(data?.from ?? ''), Date.parse(data?.to ?? '')];
  const focus = data?.alarms.find((each) => each.id === alarm)?.from ?? (at || undefined);
  const position = cursor === 'end' ? end : (cursor ?? (focus === undefined ? end : Date.parse(focus)));
  return {
    query,
    data,
    span,
    setSpan,
    isNow,
    isLive,
    cursor: Math.min(end, Math.max(start, position)),
    moveTo: setCursor,
    moveToEnd: () => {
      setCursor('end');
      if (isNow) void query.refetch();
    },
  };
}
