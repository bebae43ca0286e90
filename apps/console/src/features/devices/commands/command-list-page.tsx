import { commandCalls, commandStates } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { ChoiceFilter } from '../../../kit/list/filter/choice-filter.tsx';
import { CommandDrawer } from '../../../shared/command/command-drawer.tsx';
import { useCommandColumns } from '../../../shared/command/use-command-columns.tsx';
import { useCommandsLive } from '../../../shared/command/use-commands-live.ts';
import { Empty } from '../../../kit/ui/empty.tsx';
import { ListPage } from '../../../kit/list/list-page.tsx';
import { MonthExportButton } from '../../../kit/list/export/month-export-button.tsx';
import { PeriodFilter } from '../../../kit/list/filter/period-filter.tsx';
import { useDeviceChoices } from '../../../shared/robot/use-device-choices.ts';
import { SearchFilter } from '../../../kit/list/filter/search-filter.tsx';
import { useAddress } from '../../../kit/list/use-address.ts';
import { useList } from '../../../kit/list/use-list.ts';
import { useWords } from '../../../shared/words/use-words.ts';
import { CommandFigures } from './command-figures.tsx';
import { ledgerTypes } from './ledger-types.ts';
import './commands.css';

/** All commands to robots, with their author, reason and result; live. */
export function CommandListPage() {
  const { t } = useTranslation('devices/commands');
  const list = useList(commandCalls.list);
  const [command, setCommand] = useAddress('command');
  useCommandsLive();
  return (
    <div className="commands">
      <CommandFigures list={list} />
      <ListPage
        title={t('title')}
        list={list}
        columns={useCommandColumns(setCommand, true)}
        filters={<CommandFilters deviceId={list.filters.deviceId} />}
        more={<SearchFilter name="by" placeholder={t('by')} />}
        actions={
          <MonthExportButton
            words
            call={commandCalls.export}
            filters={list.filters}
            input={(period) => ({ ...list.filters, ...period })}
            title={t('exportTitle')}
            name="commands"
          />
        }
        empty={<Empty icon="history" title={t('empty')} hint={t('emptyHint')} />}
      />
      {command && <CommandDrawer id={command} onClose={() => setCommand('')} />}
    </div>
  );
}

function CommandFilters({ deviceId }: { deviceId: string | undefined }) {
  const { t } = useTranslation('devices/commands');
  const { choices } = useWords();
  const devices = useDeviceChoices(deviceId);
  const only = (['OPEN', 'FAILED'] as const).map((value) => ({ value, label: t(`only.${value}`) }));
  return (
    <>
      <SearchFilter placeholder={t('search')} />
      <ChoiceFilter name="deviceId" label={t('device')} options={devices.options} onSearch={devices.search} />
      <ChoiceFilter name="type" label={t('command')} options={choices('commandType', ledgerTypes)} several />
      <ChoiceFilter
        name="status"
        label={t('state')}
        options={choices('commandState', commandStates)}
        several
      />
      <ChoiceFilter name="only" label={t('which')} options={only} />
      <PeriodFilter />
    </>
  );
}
