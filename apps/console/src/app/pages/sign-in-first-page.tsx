import { useTranslation } from 'react-i18next';
import { Empty } from '../../kit/ui/empty.tsx';

/** Reached from outside the console. It uses a plain link instead of a route, so that it works signed in and signed out. */
export function SignInFirstPage() {
  const { t } = useTranslation('app');
  return (
    <main>
      <Empty icon="user" title={t('signInFirst.title')} hint={t('signInFirst.hint')}>
        <a href="/login">{t('signInFirst.action')}</a>
      </Empty>
    </main>
  );
}
