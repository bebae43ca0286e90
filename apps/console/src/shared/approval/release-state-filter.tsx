import { releaseStates } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { ChoiceFilter } from '../../kit/list/filter/choice-filter.tsx';

/** The filter of a list by the states between a draft and its publication. */
export function ReleaseStateFilter() {
  const { t } = useTranslation('approval');
  return (
    <ChoiceFilter
      name="state"
      label={t('stateTitle')}
      several
      options={releaseStates.map((value) => ({ value, label: t(`state.${value}`) }))}
    />
  );
}
