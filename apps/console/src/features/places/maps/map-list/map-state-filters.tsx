import { deviceMapStatuses, mapModes } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { ChoiceFilter } from '../../../../kit/list/filter/choice-filter.tsx';

/** Filters maps by their state on robots and by their origin. */
export function MapStateFilters() {
  const { t } = useTranslation('places/maps');
  return (
    <>
      <ChoiceFilter
        name="status"
        label={t('status')}
        options={deviceMapStatuses
          .filter((value) => value !== 'DELETED')
          .map((value) => ({ value, label: t(`statuses.${value}`) }))}
      />
      <ChoiceFilter
        name="mode"
        label={t('mode')}
        options={mapModes.map((value) => ({ value, label: t(`modes.${value}`) }))}
      />
    </>
  );
}
