import { connectionStates, deviceModels } from '@sweepline/contract';
import { deviceModes } from '@sweepline/contract/robot';
import { useTranslation } from 'react-i18next';
import { ChoiceFilter } from '../../../../kit/list/filter/choice-filter.tsx';
import { SearchFilter } from '../../../../kit/list/filter/search-filter.tsx';
import { useWords } from '../../../../shared/words/use-words.ts';

export function DeviceFilters() {
  const { t } = useTranslation('devices/devices');
  const { choices } = useWords();
  const models = deviceModels.map((value) => ({ value, label: value === 'PLAIN' ? t('plain') : value }));
  return (
    <>
      <SearchFilter placeholder={t('search')} />
      <ChoiceFilter
        several
        name="state"
        label={t('connection')}
        options={choices('connection', connectionStates)}
      />
      <ChoiceFilter several name="mode" label={t('mode')} options={choices('mode', deviceModes)} />
      <ChoiceFilter several name="model" label={t('model')} options={models} />
    </>
  );
}
