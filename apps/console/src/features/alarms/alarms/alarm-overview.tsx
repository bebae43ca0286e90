import { alarmCalls, type Sent } from '@sweepline/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { callQuery } from '../../../kit/api/api.ts';
import { AlarmFigures } from './alarm-figures.tsx';
import { AlarmTabs } from './alarm-tabs.tsx';
import type { AlarmTab } from './use-alarm-tab.ts';

interface Props {
  filters: Pick<Sent<typeof alarmCalls.list>, 'companyId' | 'siteId' | 'deviceId' | 'code'>;
  tab: AlarmTab;
  onChoose: (tab: AlarmTab, filters?: Record<string, unknown>) => void;
}

/** The tabs with their numbers, and what is open by level and code. Both count within company, site and robot of the filters. */
export function AlarmOverview({ filters: { companyId, siteId, deviceId, code }, tab, onChoose }: Props) {
  const of = { ...(companyId && { companyId }), ...(siteId && { siteId }), ...(deviceId && { deviceId }) };
  const { data } = useQuery({
    ...callQuery(alarmCalls.summary, of),
    placeholderData: keepPreviousData,
    meta: { silent: true },
  });
  return (
    <>
      <AlarmTabs tab={tab} summary={data} onChoose={onChoose} />
      <AlarmFigures
        data={data}
        code={code?.length === 1 ? (code[0] ?? null) : null}
        onChoose={(filters) => onChoose('open', { level: undefined, code: undefined, ...filters })}
      />
    </>
  );
}
