import { nameOfAccount } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { Button } from '../../kit/ui/button.tsx';
import { Icon } from '../../kit/ui/icon.tsx';
import { useSession } from '../../kit/api/session.ts';
import { endView } from '../../shared/people/impersonation.ts';

/** During impersonation: the viewed account, the notice that the view is read-only, and the button that ends it. */
export function ViewBanner() {
  const { t } = useTranslation('app');
  const user = useSession();
  if (!user?.viewer) return null;
  const name = nameOfAccount(user);
  return (
    <aside className="sl-view" aria-label={t('view.label')}>
      <Icon name="seen" size={17} />
      <p>
        <strong>{t('view.title', { name, company: user.companyName })}</strong> <span>{t('view.hint')}</span>
      </p>
      <Button onClick={endView}>{t('view.end')}</Button>
    </aside>
  );
}
