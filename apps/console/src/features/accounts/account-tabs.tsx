import { accountCodes, type AccountSide } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { may } from '../../kit/may.ts';
import { Segments } from '../../kit/segments.tsx';

interface Props {
  side: AccountSide;
  value: 'accounts' | 'invitations';
}

/** Two lists with filters of their own: what was asked of one says nothing to the other. */
export function AccountTabs({ side, value }: Props) {
  const { t } = useTranslation('accounts');
  const [, setParams] = useSearchParams();
  if (!may(accountCodes.create[side])) return null;
  return (
    <Segments
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
