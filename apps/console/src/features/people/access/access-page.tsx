import type { AccountSide } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { Empty } from '../../../kit/ui/empty.tsx';
import { useAddress } from '../../../kit/list/use-address.ts';
import { AccountChoice } from './account-choice.tsx';
import { ActionChoice } from './action-choice.tsx';
import { CompanyChoice } from './company-choice.tsx';
import { Explanation } from './explanation.tsx';
import { HolderList } from './holder-list.tsx';
import './access.css';

/** Explains why an account may or may not do something, and who may. The question is in the URL, so it can be shared. */
export function AccessPage({ side }: { side: AccountSide }) {
  const { t } = useTranslation('people/access');
  const [account, setAccount] = useAddress('account');
  const [action, setAction] = useAddress('action');
  const [company, setCompany] = useAddress('company');
  return (
    <section className="access">
      <header className="sl-page-head">
        <h1>{t('title')}</h1>
      </header>
      <div className="access-question">
        <AccountChoice side={side} value={account} onChange={setAccount} />
        <ActionChoice value={action} onChange={setAction} />
        <CompanyChoice value={company} onChange={setCompany} />
      </div>
      {account && action ? (
        <Explanation id={account} action={action} company={company} />
      ) : (
        <Empty
          icon="shield"
          title={t('emptyTitle')}
          hint={t(action ? 'chooseAccount' : account ? 'chooseAction' : 'emptyHint')}
        />
      )}
      {action && <HolderList side={side} action={action} onAsk={setAccount} />}
    </section>
  );
}
