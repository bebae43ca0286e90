import {
  alarmCalls,
  assistCalls,
  attachPermissions,
  reportCalls,
  runCalls,
  workOrderCalls,
  type AttachedToKind,
  type Call,
} from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../kit/api/api.ts';
import { may } from '../../../kit/api/may.ts';
import { formatTime } from '../../../kit/format/format.ts';
import { useWords } from '../../words/use-words.ts';

const pageSize = 10;
const optionsFor = (kind: AttachedToKind, allow: Call['allow'] = attachPermissions[kind]) => ({
  enabled: may(attachPermissions[kind]) && may(allow),
  meta: { silent: true },
});

/** What is open about a robot, and its last report, as far as the user may attach a picture to it. */
function useRecords(deviceId: string) {
  const alarms = useQuery({
    ...callQuery(alarmCalls.list, { deviceId, open: true, pageSize }),
    ...optionsFor('ALARM'),
  });
  const assists = useQuery({
    ...callQuery(assistCalls.list, { deviceId, outcome: ['OPEN'], pageSize }),
    ...optionsFor('ASSIST'),
  });
  const runs = useQuery({
    ...callQuery(runCalls.list, { deviceId, open: true, kind: 'CLEANING', pageSize: 1 }),
    ...optionsFor('REPORT', runCalls.list.allow),
  });
  const reports = useQuery({
    ...callQuery(reportCalls.list, { deviceId, pageSize: 1 }),
    ...optionsFor('REPORT'),
  });
  const orders = useQuery({
    ...callQuery(workOrderCalls.list, { deviceId, state: ['SUBMITTED', 'PROCESSING'], pageSize }),
    ...optionsFor('ORDER', workOrderCalls.list.allow),
  });
  return {
    alarms: alarms.data?.list ?? [],
    assists: assists.data?.list ?? [],
    runs: runs.data?.list ?? [],
    reports: reports.data?.list ?? [],
    orders: orders.data?.list ?? [],
    isLoading: [alarms, assists, runs, reports, orders].some((query) => query.isLoading),
  };
}

/** What a snapshot of a robot can be attached to, by kind. A run that goes on takes the place of the last report. */
export function useAttachTargets(deviceId: string) {
  const { t } = useTranslation('video');
  const { word } = useWords();
  const { alarms, assists, runs, reports, orders, isLoading } = useRecords(deviceId);
  const alarmName = (code: string, name: string) => {
    const text = word('alarm', code);
    return text === code ? name : text;
  };
  const targets = {
    ALARM: alarms.map(({ id, code, name, raisedAt }) => ({
      id,
      name: alarmName(code, name),
      note: formatTime(raisedAt),
    })),
    ASSIST: assists.map(({ id, codes, at }) => ({
      id,
      name: codes.map((code) => word('alarm', code)).join(' · '),
      note: formatTime(at),
    })),
    REPORT:
      runs.length > 0
        ? runs.map(({ id, name }) => ({ id, name, note: t('evidence.running') }))
        : reports.map(({ id, name, endedAt }) => ({ id, name, note: formatTime(endedAt) })),
    ORDER: orders.map(({ id, name, number }) => ({ id, name, note: number })),
  };
  const kinds = ['ALARM', 'ASSIST', 'REPORT', 'ORDER'] as const;
  const groups = kinds.map((kind) => ({ kind, targets: targets[kind] }));
  return { groups: groups.filter((group) => group.targets.length > 0), isLoading };
}
