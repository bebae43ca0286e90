import { activationCodeCalls } from '@sweepline/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../../kit/api/api.ts';
import { ChoiceFilter } from '../../../../kit/list/filter/choice-filter.tsx';

/** A filter for one batch, searched by name. */
export function BatchFilter() {
  const { t } = useTranslation('stock/activation-codes');
  const [keyword, setKeyword] = useState('');
  const query = useQuery({
    ...callQuery(activationCodeCalls.batches, { ...(keyword && { keyword }), pageSize: 50 }),
    placeholderData: keepPreviousData,
  });
  const options = (query.data?.list ?? []).map(({ id, name }) => ({ value: id, label: name }));
  return <ChoiceFilter name="batchId" label={t('batch')} options={options} onSearch={setKeyword} />;
}
