import { publicArticleCalls } from '@sweepline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../../../kit/api/api.ts';
import { Button } from '../../../../kit/ui/button.tsx';

type State = 'asks' | 'sends' | 'thanks' | 'failed';

/** Whether the article solved the problem. Support sees which answers help. */
export function Feedback({ id }: { id: string }) {
  const { t } = useTranslation('knowledge/articles/reader');
  const [state, setState] = useState<State>('asks');
  const answer = (isSolved: boolean) => {
    setState('sends');
    send(publicArticleCalls.feedback, { id, isSolved }, { quiet: true }).then(
      () => setState('thanks'),
      () => setState('failed'),
    );
  };
  if (state === 'thanks')
    return (
      <p role="status" className="reader-feedback">
        {t('thanks')}
      </p>
    );
  return (
    <div role="group" aria-label={t('solved')} className="reader-feedback">
      <span>{t('solved')}</span>
      <Button disabled={state === 'sends'} onClick={() => answer(true)}>
        {t('yes')}
      </Button>
      <Button disabled={state === 'sends'} onClick={() => answer(false)}>
        {t('no')}
      </Button>
      {state === 'failed' && <span role="alert">{t('failedHint')}</span>}
    </div>
  );
}
