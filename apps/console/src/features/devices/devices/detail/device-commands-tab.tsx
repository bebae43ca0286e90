import { commandCalls } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { CommandDrawer } from '../../../../shared/command/command-drawer.tsx';
import { useCommandColumns } from '../../../../shared/command/use-command-columns.tsx';
import { useCommandsLive } from '../../../../shared/command/use-commands-live.ts';
import { Empty } from '../../../../kit/ui/empty.tsx';
import { ListPage } from '../../../../kit/list/list-page.tsx';
import { useAddress } from '../../../../kit/list/use-address.ts';
import { useList } from '../../../../kit/list/use-list.ts';

/** All commands to this device, with author and result. */
export function DeviceCommandsTab({ deviceId }: { deviceId: string }) {
  const { t } = useTranslation('devices/devices');
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
