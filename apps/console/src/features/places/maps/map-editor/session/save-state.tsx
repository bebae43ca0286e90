import { useTranslation } from 'react-i18next';
import { Button } from '../../../../../kit/ui/button.tsx';
import { StateMark } from '../../../../../kit/ui/state-mark.tsx';
import type { SessionState } from './editor-session-state.ts';

interface Props {
  state: SessionState;
  onRetry: () => void;
}

/** Whether the drawing is saved. Saving is automatic, so there is no save button. */
export function SaveState({ state: { busy, conflict, failure, unsaved, editor, version }, onRetry }: Props) {
  const { t } = useTranslation('places/maps');
  const mark = () => {
    if (conflict) return <StateMark tone="waiting" icon="pause" word={t('save.held')} />;
    if (failure) return <StateMark tone="fault" icon="alert" word={t('save.failed')} />;
    if (editor.draft) return <StateMark tone="waiting" icon="edit" word={t('save.drawing')} />;
    if (busy || unsaved) return <StateMark tone="moving" icon="refresh" word={t('save.saving')} />;
    if (version === 0) return <StateMark tone="quiet" icon="check" word={t('editor.asPublished')} />;
    return <StateMark tone="working" icon="check" word={t('editor.draftSaved')} />;
  };
  return (
    <span className="maps-save" role="status">
      {mark()}
      {failure && !conflict && (
        <>
          <small title={failure.message}>{failure.message}</small>
          <Button look="quiet" icon="refresh" onClick={onRetry}>
            {t('save.retry')}
          </Button>
        </>
      )}
    </span>
  );
}
