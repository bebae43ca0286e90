import type { AccountSide } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { Segments } from '../../../kit/ui/segments.tsx';
import { mayAdd } from './may-add.ts';

interface Props {
  side: AccountSide;
  value: 'accounts' | 'invitations';
}

/** Two lists with separate filters: switching drops the filters of the other list. */
export function AccountTabs({ side, value }: Props) {
  const { t } = useTranslation('people/accounts');
  const [, setParams] = useSearchParams();
  if (!mayAdd(side)) return null;
  return (
    <Segments
      onlyWay
      label={t('view')}
      value={value}
      options={[
        { value: 'accounts', text: t('title') },
        { value: 'invitations', text: t('invitations') },
      ]}
      onChange={(next) => setParams(next === 'accounts' ? {} : { tab: next })}
    />
  );
}
