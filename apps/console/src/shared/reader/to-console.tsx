import { useTranslation } from 'react-i18next';
import { session } from '../../kit/api/session.ts';

/** The way to the console, or to the sign-in and back to this page. */
export function ToConsole() {
  const { t } = useTranslation('reader');
  const here = location.pathname + location.search;
  return session.user() ? (
    <a href="/">{t('toConsole')}</a>
  ) : (
    <a href={`/login?back=${encodeURIComponent(here)}`}>{t('signIn')}</a>
  );
}
