import { useTranslation } from 'react-i18next';
import { Ago } from '../../../../kit/format/ago.tsx';
import { Button } from '../../../../kit/ui/button.tsx';
import { Icon } from '../../../../kit/ui/icon.tsx';
import type { Journal } from './session/editor-journal.ts';
import type { EditorSession } from './session/editor-session.ts';

/** Offers the unsaved drawing of an earlier visit. */
export function EditorLeftBar({ left, work }: { left: Journal; work: EditorSession }) {
  const { t } = useTranslation('places/maps');
  return (
    <div className="maps-conflict" role="alert">
      <Icon name="history" size={20} />
      <p>
        <strong>{t('editor.leftTitle')}</strong>
        <Ago at={left.at} />
      </p>
      <Button onClick={work.forgetLeft}>{t('editor.leftForget')}</Button>
      <Button look="main" icon="undo" onClick={work.restoreLeft}>
        {t('editor.leftRestore')}
      </Button>
    </div>
  );
}
