import { useTranslation } from 'react-i18next';
import { Button } from '../../kit/button.tsx';
import { StateMark } from '../../kit/state-mark.tsx';
import type { ZoneSaving } from './use-zone-saving.ts';

interface Props {
  saving: ZoneSaving;
  /** An outline has been begun and is not closed yet. */
  drawing: boolean;
}

/** Whether what is drawn is on the server. Every act is saved by itself, so there is no save button. */
export function SaveState({ saving: { busy, conflict, failure, unsaved, retry }, drawing }: Props) {
  const { t } = useTranslation('maps');
  const state = () => {
    if (conflict) return <StateMark tone="waiting" icon="pause" word={t('save.held')} />;
    if (failure) return <StateMark tone="fault" icon="alert" word={t('save.failed')} />;
    if (drawing) return <StateMark tone="waiting" icon="edit" word={t('save.drawing')} />;
    if (busy) return <StateMark tone="moving" icon="refresh" word={t('save.saving')} />;
    if (unsaved > 0) return <StateMark tone="waiting" icon="alert" word={t('save.invalid')} />;
    return <StateMark tone="working" icon="check" word={t('save.saved')} />;
  };
  return (
    <span className="maps-save" role="status">
      {state()}
      {failure && !conflict && (
        <>
          <small>{failure.message}</small>
          <Button look="quiet" icon="refresh" onClick={retry}>
            {t('save.retry')}
          </Button>
        </>
      )}
    </span>
  );
}
