import { otaTaskCalls, otaTaskStates, pages } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { Allowed } from '../../../../kit/api/allowed.tsx';
import { ChoiceFilter } from '../../../../kit/list/filter/choice-filter.tsx';
import { SearchFilter } from '../../../../kit/list/filter/search-filter.tsx';
import { ListPage } from '../../../../kit/list/list-page.tsx';
import { useList } from '../../../../kit/list/use-list.ts';
import { Empty } from '../../../../kit/ui/empty.tsx';
import { UpdateTabs } from '../../../../shared/updates/update-tabs.tsx';
import { useUpdatesLive } from '../../../../shared/updates/use-updates-live.ts';
import { WizardPage } from '../wizard/wizard-page.tsx';
import { PackageFilter } from './package-filter.tsx';
import { useTaskColumns } from './use-task-columns.tsx';
import '../ota-tasks.css';

/** The rollouts of software, and with `add` in the address the form of a new one. */
export function TaskListPage() {
  const packageId = useSearchParams()[0].get('add');
  return packageId === null ? (
    <TaskList />
  ) : (
    <WizardPage packageId={packageId === 'new' ? null : packageId} />
  );
}

function TaskList() {
  const { t } = useTranslation('updates/rollouts');
  const list = useList(otaTaskCalls.list);
  useUpdatesLive(list.rows.some(({ state }) => state === 'RUNNING'));
  const { packageId } = list.filters;
  const add = (
    <Allowed call={otaTaskCalls.add}>
      <Link className="sl-button sl-button-main" to={pages.otaTasks({ add: packageId ?? 'new' })}>
        {t('add')}
      </Link>
    </Allowed>
  );
  return (
    <div className="sl-stacked">
      <UpdateTabs value="rollouts" />
      <ListPage
        title={t('title')}
        list={list}
        columns={useTaskColumns()}
        views
        filters={
          <>
            <SearchFilter placeholder={t('keyword')} />
            <ChoiceFilter
              name="state"
              label={t('stateTitle')}
              several
              options={otaTaskStates.map((value) => ({ value, label: t(`state.${value}`) }))}
            />
            <PackageFilter />
          </>
        }
        actions={add}
        empty={
          <Empty icon="layers" title={t('emptyTitle')} hint={t('emptyHint')}>
            {add}
          </Empty>
        }
      />
    </div>
  );
}
