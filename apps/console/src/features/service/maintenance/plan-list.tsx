import { maintenancePlanCalls, maintenanceTypes, pages, type MaintenancePlan } from '@sweepline/contract';
import { useCallback, useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { AddButton } from '../../../kit/list/add-button.tsx';
import { may } from '../../../kit/api/may.ts';
import { ConfirmCallDialog } from '../../../kit/form/confirm-call-dialog.tsx';
import { formatDate, formatNumber } from '../../../kit/format/format.ts';
import type { Column } from '../../../kit/list/column.ts';
import { ChoiceFilter } from '../../../kit/list/filter/choice-filter.tsx';
import { SearchFilter } from '../../../kit/list/filter/search-filter.tsx';
import { ListPage } from '../../../kit/list/list-page.tsx';
import { RowMenu } from '../../../kit/list/row-menu.tsx';
import { useList } from '../../../kit/list/use-list.ts';
import { AgoBy } from '../../../kit/ui/ago-by.tsx';
import { Empty } from '../../../kit/ui/empty.tsx';
import { StateMark } from '../../../kit/ui/state-mark.tsx';
import { CompanyFilter } from '../../../shared/company-filter/company-filter.tsx';
import { dueLooks } from './maintenance-looks.ts';
import { PlanDialog } from './plan-dialog.tsx';
import { useMaintenanceWords } from './use-maintenance-words.ts';

/** How many robots of a plan are overdue or due soon. */
function PlanState({ plan }: { plan: MaintenancePlan }) {
  const { t } = useTranslation('service/maintenance');
  if (!plan.active) return <StateMark tone="quiet" icon="pause" word={t('paused')} />;
  const counts = [
    plan.overdue > 0 && { state: 'OVERDUE' as const, count: plan.overdue },
    plan.soon > 0 && { state: 'SOON' as const, count: plan.soon },
  ].filter((it) => it !== false);
  if (counts.length === 0) return <StateMark {...dueLooks.LATER} word={t('nothingDue')} />;
  return (
    <span className="maintenance-counts">
      {counts.map(({ state, count }) => (
        <StateMark
          key={state}
          {...dueLooks[state]}
          word={t(`counts.${state}`, { count, shown: formatNumber(count) })}
        />
      ))}
    </span>
  );
}

function usePlanColumns(): Column<MaintenancePlan>[] {
  const { t } = useTranslation('service/maintenance');
  const words = useMaintenanceWords();
  return useMemo(
    () => [
      {
        key: 'name',
        title: t('plan'),
        sort: 'name',
        width: '24%',
        cell: ({ id, name, companyName }) => (
          <>
            <Link className="sl-identity" to={pages.maintenancePlans({ id })}>
              {name}
            </Link>
            <small>{companyName}</small>
          </>
        ),
      },
      { key: 'type', title: t('type'), cell: ({ type }) => t(`types.${type}`) },
      { key: 'triggers', title: t('triggers'), cell: ({ triggers }) => words.triggers(triggers) },
      { key: 'state', title: t('state'), cell: (plan) => <PlanState plan={plan} /> },
      { key: 'next', title: t('next'), cell: ({ nextDueAt }) => formatDate(nextDueAt) },
      { key: 'robots', title: t('robots'), numeric: true, cell: ({ robots }) => formatNumber(robots) },
      {
        key: 'changed',
        title: t('changed'),
        sort: 'updatedAt',
        hidden: true,
        cell: ({ updatedAt, updatedBy }) => <AgoBy at={updatedAt} by={updatedBy} />,
      },
    ],
    [t, words],
  );
}

function DeleteDialog({ plan, onClose }: { plan: MaintenancePlan; onClose: () => void }) {
  const { t } = useTranslation('service/maintenance');
  return (
    <ConfirmCallDialog
      title={t('removeTitle', { name: plan.name })}
      call={maintenancePlanCalls.remove}
      input={{ id: plan.id }}
      act={t('remove')}
      done={t('removed', { name: plan.name })}
      onClose={onClose}
    >
      {t('removeHint')}
    </ConfirmCallDialog>
  );
}

/** The plans of the company and those below. */
export function PlanList({ views }: { views: ReactNode }) {
  const { t } = useTranslation('service/maintenance');
  const list = useList(maintenancePlanCalls.list);
  const columns = usePlanColumns();
  const [edited, setEdited] = useState<MaintenancePlan | 'new'>();
  const [removed, setRemoved] = useState<MaintenancePlan>();
  const rowActions = useCallback(
    (plan: MaintenancePlan) => {
      const manages = may(maintenancePlanCalls.update.allow);
      const edit = () => setEdited(plan);
      const remove = () => setRemoved(plan);
      return (
        <RowMenu
          label={plan.name}
          items={[
            manages && { key: 'edit', text: t('edit'), icon: 'edit', run: edit },
            manages && { key: 'remove', text: t('remove'), icon: 'trash', danger: true, run: remove },
          ]}
        />
      );
    },
    [t],
  );
  const add = (
    <AddButton call={maintenancePlanCalls.add} text={t('addPlan')} onClick={() => setEdited('new')} />
  );
  return (
    <>
      <ListPage
        title={t('title')}
        list={list}
        columns={columns}
        rowActions={rowActions}
        filters={
          <>
            <SearchFilter placeholder={t('plan')} />
            <ChoiceFilter
              several
              name="type"
              label={t('type')}
              options={maintenanceTypes.map((value) => ({ value, label: t(`types.${value}`) }))}
            />
            <CompanyFilter label={t('company')} />
          </>
        }
        actions={
          <>
            {views}
            {add}
          </>
        }
        empty={
          <Empty icon="calendar" title={t('noPlans')} hint={t('noPlansHint')}>
            {add}
          </Empty>
        }
      />
      {edited && (
        <PlanDialog {...(edited !== 'new' && { plan: edited })} onClose={() => setEdited(undefined)} />
      )}
      {removed && <DeleteDialog plan={removed} onClose={() => setRemoved(undefined)} />}
    </>
  );
}
