import { gettingStartedCalls, startStepAllows } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../kit/api/api.ts';
import { may } from '../../kit/api/may.ts';
import { useAction } from '../../kit/api/use-action.ts';
import { Button } from '../../kit/ui/button.tsx';
import { StartList } from './start-list.tsx';
import '../../kit/ui/panel.css';

/** The first steps on a home, until the first report or until the reader hides them. */
export function GettingStarted() {
  const { t } = useTranslation('figures/home');
  // A home works without them, so a failure needs no message.
  const { data } = useQuery({
    ...callQuery(gettingStartedCalls.detail, {}),
    enabled: may(startStepAllows.report),
    meta: { silent: true },
  });
  const show = useAction(gettingStartedCalls.hide, { done: null });
  const hide = useAction(gettingStartedCalls.hide, {
    done: t('start.hidden'),
    undo: () => show.mutate({ isHidden: false }),
  });
  const awaitsReport = data?.steps.some(({ step, isDone }) => step === 'report' && !isDone);
  if (!data || data.isHidden || !awaitsReport) return null;
  return (
    <section className="sl-panel" aria-label={t('start.heading')}>
      <header>
        <h2>{t('start.heading')}</h2>
        <span>
          {t('start.progress', {
            done: data.steps.filter(({ isDone }) => isDone).length,
            total: data.steps.length,
          })}
        </span>
        <Button look="quiet" onClick={() => hide.mutate({ isHidden: true })}>
          {t('start.hide')}
        </Button>
      </header>
      <StartList steps={data.steps} />
    </section>
  );
}
