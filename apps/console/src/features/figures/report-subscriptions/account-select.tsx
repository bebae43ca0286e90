import { accountCalls, type Subscription } from '@sweepline/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useState } from 'react';
import { callQuery } from '../../../kit/api/api.ts';
import { may } from '../../../kit/api/may.ts';
import { session } from '../../../kit/api/session.ts';

interface Props {
  id?: string;
  value?: string[];
  onChange?: (ids: string[]) => void;
  /** Current recipients. They are options even without the permission to list accounts. */
  readers: Subscription['readers'];
}

const maxOptions = 50;

/** Select for accounts as recipients, with search. The own account is always an option. */
export function AccountSelect({ id, value, onChange, readers }: Props) {
  const [keyword, setKeyword] = useState('');
  const user = session.user();
  const { data } = useQuery({
    ...callQuery(accountCalls.list, { ...(keyword && { keyword }), pageSize: maxOptions, sort: 'username' }),
    placeholderData: keepPreviousData,
    enabled: may(accountCalls.list.allow),
    meta: { silent: true },
  });
  const options = new Map<string, string>();
  if (user) options.set(user.userId, user.username);
  for (const { accountId, name } of readers) if (accountId) options.set(accountId, name);
  for (const { id: accountId, username, nickname } of data?.list ?? [])
    options.set(accountId, nickname ? `${nickname} · ${username}` : username);
  return (
    <Select
      {...(id && { id })}
      mode="multiple"
      {...(value && { value })}
      {...(onChange && { onChange })}
      options={[...options].map(([key, label]) => ({ value: key, label }))}
      showSearch={{ onSearch: setKeyword, filterOption: false }}
    />
  );
}
