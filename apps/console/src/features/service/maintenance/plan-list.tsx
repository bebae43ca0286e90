import { maintenancePlanCalls, maintenanceTypes, pages, type MaintenancePlan } from '@sweepline/contract';
import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { may } from '../../../kit/api/may.ts';
import { formatDate, formatNumber } from '../../../kit/format/format.ts';
import type { Column } from '../../../kit/list/column.ts';
import { EditableList, type RowAct } from '../../../kit/list/editable-list.tsx';
import { ChoiceFilter } from '../../../kit/list/filter/choice-filter.tsx';
import { SearchFilter } from '../../../kit/list/filter/search-filter.tsx';
import { useList } from '../../../kit/list/use-list.ts';
import { AgoBy } from '../../../kit/ui/ago-by.tsx';
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

const dialogOf = (plan: MaintenancePlan | undefined, onClose: () => void) => (
  <PlanDialog {...(plan && { plan })} onClose={onClose} />
);

const actsOn = (): RowAct[] => (may(maintenancePlanCalls.update.allow) ? ['edit', 'remove'] : []);

/** The plans of the company and those below. */
export function PlanList({ views }: { views: ReactNode }) {
  const { t } = useTranslation('service/maintenance');
  return (
    <EditableList
      title={t('title')}
      list={useList(maintenancePlanCalls.list)}
      columns={usePlanColumns()}
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
      controls={views}
      add={{ call: maintenancePlanCalls.add, text: t('addPlan') }}
      empty={{ icon: 'calendar', title: t('noPlans'), hint: t('noPlansHint') }}
      acts={actsOn}
      actTexts={{ edit: t('edit'), remove: t('remove') }}
      dialog={dialogOf}
      removal={({ name }) => ({
        call: maintenancePlanCalls.remove,
        title: t('removeTitle', { name }),
        hint: t('removeHint'),
        done: t('removed', { name }),
      })}
    />
  );
}
