import { deviceCalls } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { Empty } from '../../kit/empty.tsx';
import { ListPage } from '../../kit/list-page.tsx';
import { useList } from '../../kit/use-list.ts';
import { useCommandColumns } from './use-command-columns.tsx';

/** Everything this device was told, by whom, and what became of it. */
export function DeviceCommandsTab({ deviceId }: { deviceId: string }) {
  const { t } = useTranslation('devices');
  const list = useList(deviceCalls.commands, { deviceId });
  return (
    <ListPage
      title={t('tab.commands')}
      list={list}
      columns={useCommandColumns()}
      empty={<Empty icon="history" title={t('noCommands')} hint={t('noCommandsHint')} />}
    />
  );
}
