import { deviceCalls } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../kit/api/api.ts';
import { ChoiceFilter } from '../../../kit/list/filter/choice-filter.tsx';
import { formatNumber } from '../../../kit/format/format.ts';

/** The existing tags with their number of devices. */
export function DeviceTagFilter() {
  const { t } = useTranslation('devices/devices');
  const [keyword, setKeyword] = useState('');
  const tags = useQuery({
    ...callQuery(deviceCalls.tags, keyword ? { keyword } : {}),
    meta: { silent: true },
  });
  const options = tags.data?.list.map(({ tag, count }) => ({
    value: tag,
    label: `${tag} (${formatNumber(count)})`,
  }));
  return <ChoiceFilter name="tag" label={t('tag')} options={options ?? []} onSearch={setKeyword} />;
}
