import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../../../kit/ui/button.tsx';
import { Icon } from '../../../../../kit/ui/icon.tsx';
import { EditorMergeDialog } from './editor-merge-dialog.tsx';
import type { SessionConflict } from './editor-session-state.ts';
import type { EditorSession } from './editor-session.ts';

interface Props {
  conflict: SessionConflict;
  work: EditorSession;
}

/** Two users changed one map. The local drawing is kept until the user has chosen how to merge both. */
export function ConflictBar({ conflict, work }: Props) {
  const { t } = useTranslation('places/maps');
  const [isMerging, setMerging] = useState(false);
  const { message, theirs, merge } = conflict;
  const isNew = conflict.elements !== theirs.elements;
  const who = isNew
    ? t('editor.publishedMeanwhile', { version: theirs.currentVersion })
    : t('editor.savedMeanwhile', { who: theirs.updatedBy ?? '—' });
  const clashes = merge.conflicts.length;
  return (
    <div className="maps-conflict" role="alert">
      <Icon name="alert" size={20} />
      <p>
        <strong>{message || who}</strong>
        {clashes > 0 ? t('editor.clashes', { count: clashes }) : t('editor.noClashes')}
      </p>
      <Button onClick={work.takeTheirs}>{t('conflict.discard')}</Button>
      <Button
        look="main"
        icon="compare"
        onClick={() => (clashes > 0 ? setMerging(true) : work.keepBoth(new Map()))}
      >
        {t(clashes > 0 ? 'editor.settle' : 'editor.merge')}
      </Button>
      {isMerging && (
        <EditorMergeDialog
          conflict={conflict}
          onSettle={(sides) => {
            setMerging(false);
            work.keepBoth(sides);
          }}
          onClose={() => setMerging(false)}
        />
      )}
    </div>
  );
}
