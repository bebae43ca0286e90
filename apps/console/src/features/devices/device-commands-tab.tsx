import { commandCalls } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { CommandDrawer } from '../../kit/command/command-drawer.tsx';
import { useCommandColumns } from '../../kit/command/use-command-columns.tsx';
import { useCommandsLive } from '../../kit/command/use-commands-live.ts';
import { Empty } from '../../kit/empty.tsx';
import { ListPage } from '../../kit/list-page.tsx';
import { useAddress } from '../../kit/use-address.ts';
import { useList } from '../../kit/use-list.ts';

/** Everything this device was told, by whom, and what became of it. */
export function DeviceCommandsTab({ deviceId }: { deviceId: string }) {
  const { t } = useTranslation('devices');
  const list = useList(commandCalls.list, { deviceId });
  const [command, setCommand] = useAddress('command');
  useCommandsLive();
  return (
    <>
      <ListPage
        title={t('tab.commands')}
        list={list}
        columns={useCommandColumns(setCommand)}
        empty={<Empty icon="history" title={t('noCommands')} hint={t('noCommandsHint')} />}
      />
      {command && <CommandDrawer id={command} onClose={() => setCommand('')} />}
    </>
  );
}
