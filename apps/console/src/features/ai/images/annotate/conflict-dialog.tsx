import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../../kit/form/dialog.tsx';
import { Button } from '../../../../kit/ui/button.tsx';
import type { Conflict } from './use-labels.ts';

interface Props {
  conflict: Conflict;
  onSettle: (by: 'theirs' | 'own') => void;
}

/** Two versions of the labels: the reader decides which one stays. */
export function ConflictDialog({ conflict: { theirs, own }, onSettle }: Props) {
  const { t } = useTranslation('ai/images');
  return (
    <Dialog
      open
      title={t('conflictTitle')}
      onCancel={() => onSettle('theirs')}
      footer={
        <>
          <Button onClick={() => onSettle('theirs')}>{t('takeTheirs')}</Button>
          <Button look="main" onClick={() => onSettle('own')}>
            {t('takeMine')}
          </Button>
        </>
      }
    >
      <p>{t('conflictHint', { who: theirs.labelledBy, theirs: theirs.shapes.length, own: own.length })}</p>
    </Dialog>
  );
}
