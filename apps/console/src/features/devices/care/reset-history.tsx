import { commandCalls } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../kit/api/api.ts';
import { CommandDrawer } from '../../../shared/command/command-drawer.tsx';
import { useCommandColumns } from '../../../shared/command/use-command-columns.tsx';
import { DataTable } from '../../../kit/list/data-table.tsx';
import { useAddress } from '../../../kit/list/use-address.ts';

const maxRows = 20;

/** The requested resets and their results. */
export function ResetHistory({ deviceId }: { deviceId: string }) {
  const { t } = useTranslation('devices/care');
  const [command, setCommand] = useAddress('command');
  const columns = useCommandColumns(setCommand);
  const input = { deviceId, type: ['consumable.reset'], pageSize: maxRows };
  const { data } = useQuery({ ...callQuery(commandCalls.list, input), meta: { silent: true } });
  return (
    <section className="care-history">
      <h2>{t('history')}</h2>
      {data?.list.length === 0 && <p>{t('noHistory')}</p>}
      {data && data.list.length > 0 && <DataTable label={t('history')} rows={data.list} columns={columns} />}
      {command && <CommandDrawer id={command} onClose={() => setCommand('')} />}
    </section>
  );
}
