import { cardStates, networkCardCalls } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../kit/api/api.ts';
import { ChoiceFilter } from '../../../kit/list/filter/choice-filter.tsx';
import { CompanyFilter } from '../../../shared/company-filter/company-filter.tsx';
import { formatPercent } from '../../../kit/format/format.ts';
import { SearchFilter } from '../../../kit/list/filter/search-filter.tsx';

/** The operator names and the states that occur on the cards. */
const useChoices = () =>
  useQuery({ ...callQuery(networkCardCalls.choices, {}), meta: { silent: true } }).data ?? {
    operators: [],
    statuses: [],
  };

export function CardFilters() {
  const { t } = useTranslation('stock/network-cards');
  const { statuses } = useChoices();
  const ownStates: readonly string[] = cardStates;
  const operatorStates = statuses.filter((status) => !ownStates.includes(status));
  return (
    <>
      <SearchFilter placeholder={t('search')} />
      <ChoiceFilter
        several
        name="status"
        label={t('status')}
        options={[
          ...cardStates.map((value) => ({ value, label: t(`states.${value}`) })),
          ...operatorStates.map((value) => ({ value, label: value })),
        ]}
      />
      <CompanyFilter label={t('company')} />
    </>
  );
}

const shares = [50, 80, 90, 100];

export function MoreCardFilters() {
  const { t } = useTranslation('stock/network-cards');
  const { operators } = useChoices();
  return (
    <>
      <ChoiceFilter
        name="operator"
        label={t('operator')}
        options={operators.map((value) => ({ value, label: value }))}
      />
      <ChoiceFilter
        name="usedOver"
        label={t('usedOver')}
        options={shares.map((value) => ({ value, label: formatPercent(value) }))}
      />
      <ChoiceFilter
        name="linked"
        label={t('device')}
        options={[
          { value: 'true', label: t('inRobot') },
          { value: 'false', label: t('inNoRobot') },
        ]}
      />
    </>
  );
}
