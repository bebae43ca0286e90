import type { Finding } from '@sweepline/map-core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../../kit/ui/button.tsx';
import { formatNumber } from '../../../../kit/format/format.ts';
import { Tabs } from '../../../../kit/ui/tabs.tsx';
import { EditorElements } from './inspector/editor-elements.tsx';
import { EditorFindings } from './editor-findings.tsx';
import type { SessionState } from './session/editor-session-state.ts';
import type { EditorSession } from './session/editor-session.ts';

interface Props {
  work: EditorSession;
  state: SessionState;
  onFind: (id: string) => void;
  onJump: (finding: Finding) => void;
  onOpenDialog: (what: 'add' | 'points') => void;
}

/** Beside the map: the list of its elements and the list of findings. */
export function EditorSide({ work, state, onFind, onJump, onOpenDialog }: Props) {
  const { t } = useTranslation('places/maps');
  const [tab, setTab] = useState('elements');
  const { editor, findings } = state;
  const count = (text: string, number: number) => (number > 0 ? `${text} ${formatNumber(number)}` : text);
  return (
    <aside className="maps-side maps-editor-side">
      <Tabs
        label={t('editor.panels')}
        value={tab}
        options={[
          { value: 'elements', text: count(t('editor.elements'), editor.shapes.size) },
          { value: 'checks', text: count(t('editor.checks'), findings.length) },
        ]}
        onChange={setTab}
      />
      <div className="maps-editor-panel">
        {tab === 'elements' ? (
          <>
            <Button look="plain" icon="plus" className="maps-editor-add" onClick={() => onOpenDialog('add')}>
              {t('editor.addByCoordinates')}
            </Button>
            <Button
              look="plain"
              icon="download"
              className="maps-editor-add"
              onClick={() => onOpenDialog('points')}
            >
              {t('lif.act')}
            </Button>
            <EditorElements editor={editor} findings={findings} edit={work.edit} onFind={onFind} />
          </>
        ) : (
          <EditorFindings findings={findings} shapes={editor.shapes} onJump={onJump} />
        )}
      </div>
    </aside>
  );
}
