import { useTranslation } from 'react-i18next';
import { Button } from '../../kit/ui/button.tsx';
import { Empty } from '../../kit/ui/empty.tsx';

/** Uses neither server nor router, because either may have failed. */
export function CrashPage() {
  const { t } = useTranslation('app');
  return (
    <main>
      <Empty icon="alert" title={t('crash.title')} hint={t('crash.hint')}>
        <Button look="main" icon="refresh" onClick={() => location.reload()}>
          {t('crash.reload')}
        </Button>
      </Empty>
    </main>
  );
}
