import { useTranslation } from 'react-i18next';
import { Empty } from '../../kit/ui/empty.tsx';

/** The pages 403 and 404 without a session. The plain link loads the login page, which is outside the router. */
export function OutsidePage({ about }: { about: 'notAllowed' | 'notFound' }) {
  const { t } = useTranslation('app');
  return (
    <main>
      <Empty
        icon={about === 'notAllowed' ? 'key' : 'map'}
        title={t(`${about}.title`)}
        hint={t(`${about}.hint`)}
      >
        <a href="/login">{t('signInFirst.action')}</a>
      </Empty>
    </main>
  );
}
