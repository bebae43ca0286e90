import { accountCalls } from '@sweepline/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../../kit/api/api.ts';
import { may } from '../../../../kit/api/may.ts';
import { ChoiceFilter } from '../../../../kit/list/filter/choice-filter.tsx';

const maxOptions = 50;

/** Filters by who made an order and who has it. Hidden without the permission to see accounts. */
export function PeopleFilters() {
  const { t } = useTranslation('service/orders');
  const [keyword, search] = useState('');
  const allowed = may(accountCalls.list.allow);
  const { data } = useQuery({
    ...callQuery(accountCalls.list, {
      ...(keyword && { keyword }),
      pageSize: maxOptions,
      sort: 'username',
    }),
    enabled: allowed,
    placeholderData: keepPreviousData,
    meta: { silent: true },
  });
  if (!allowed) return null;
  const options = (data?.list ?? []).map(({ id, nickname, username }) => ({
    value: id,
    label: nickname ? `${nickname} · ${username}` : username,
  }));
  return (
    <>
      <ChoiceFilter name="assigneeId" label={t('assignee')} options={options} onSearch={search} />
      <ChoiceFilter name="publisherId" label={t('publisher')} options={options} onSearch={search} />
    </>
  );
}
