import type { alarmCalls, Output } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { Tabs } from '../../../kit/ui/tabs.tsx';
import { alarmTabNames, type AlarmTab } from './use-alarm-tab.ts';

interface Props {
  tab: AlarmTab;
  summary: Output<typeof alarmCalls.summary> | undefined;
  onChoose: (tab: AlarmTab) => void;
}

/** The parts of the alarm centre, with the numbers of what is open. */
export function AlarmTabs({ tab, summary, onChoose }: Props) {
  const { t } = useTranslation('alarms/alarms');
  const texts: Record<AlarmTab, string> = {
    open: t('open'),
    unacknowledged: t('unacknowledged'),
    mine: t('mine'),
    shelved: t('lifeStates.shelved'),
    cleared: t('cleared'),
    all: t('all'),
  };
  return (
    <Tabs
      label={t('tabs')}
      value={tab}
      options={alarmTabNames.map((value) => ({
        value,
        text: texts[value],
        count: value === 'cleared' || value === 'all' ? undefined : summary?.[value],
      }))}
      onChange={onChoose}
    />
  );
}
