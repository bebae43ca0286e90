import { accountCalls, accountCodes, type AccountSide } from '@sweepline/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../kit/api/api.ts';
import { may } from '../../../kit/api/may.ts';

interface Props {
  side: AccountSide;
  value: string;
  onChange: (id: string) => void;
}

const maxOptions = 30;

/** The account the question is about. A user without access to accounts chooses among the holders below. */
export function AccountChoice({ side, value, onChange }: Props) {
  const { t } = useTranslation('people/access');
  const id = useId();
  const [keyword, setKeyword] = useState('');
  const open = may(accountCodes.list[side]);
  const query = useQuery({
    ...callQuery(accountCalls.list, { side, pageSize: maxOptions, ...(keyword && { keyword }) }),
    placeholderData: keepPreviousData,
    enabled: open,
  });
  const selectedQuery = useQuery({
    ...callQuery(accountCalls.detail, { id: value }),
    enabled: open && value !== '',
    meta: { silent: true },
  });
  const rows = query.data?.list ?? [];
  const selected = selectedQuery.data?.account;
  const choices = selected && !rows.some((row) => row.id === selected.id) ? [selected, ...rows] : rows;
  return (
    <div>
      <label htmlFor={id}>{t('account')}</label>
      <Select
        id={id}
        value={value || null}
        disabled={!open}
        placeholder={t('searchAccount')}
        showSearch={{ onSearch: setKeyword, filterOption: false }}
        options={choices.map((row) => ({
          value: row.id,
          label: `${row.nickname} · ${row.username}`,
        }))}
        onChange={(next) => onChange(next ?? '')}
      />
    </div>
  );
}
