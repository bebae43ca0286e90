import { pages, mapDraftCalls, type MapDetail, type MapDraft } from '@sweepline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Button } from '../../../../../kit/ui/button.tsx';
import { ConfirmCallDialog } from '../../../../../kit/form/confirm-call-dialog.tsx';
import { keyList } from '../../../../../kit/keys/page-keys.ts';
import { RowMenu } from '../../../../../kit/list/row-menu.tsx';
import { MapView } from '../../../../../map-view/map-view.tsx';
import { AdviceBar } from '../advice-bar.tsx';
import { ConflictBar } from './conflict-bar.tsx';
import type { DraftOf } from './draft-of.ts';
import { EditorAddDialog } from '../editor-add-dialog.tsx';
import { EditorInspector } from '../inspector/editor-inspector.tsx';
import { EditorLeftBar } from '../editor-left-bar.tsx';
import { EditorPublishDialog } from './editor-publish-dialog.tsx';
import { EditorSide } from '../editor-side.tsx';
import { EditorSnaps } from '../editor-snaps.tsx';
import '../editor.css';
import { ImportPointsDialog } from '../../map-import/import-points-dialog.tsx';
import { SaveState } from './save-state.tsx';
import { useAdvice } from '../use-advice.ts';
import { useBeforeUnload } from './use-before-unload.ts';
import { useEditorCamera } from './use-editor-camera.ts';
import { useEditorKeyList } from '../use-editor-key-list.ts';
import { useEditorKeys } from '../use-editor-keys.ts';
import { forgetSession, useEditorSession } from './use-editor-session.ts';
import { useLiftFindings } from '../use-site-lifts.ts';
import { useMapRobots } from '../../../../../shared/robot/use-map-robots.ts';

interface Props {
  map: MapDetail;
  of: DraftOf;
  draft: MapDraft;
  /** Called after the draft was published or discarded; the page then loads a new draft. */
  onEnded: () => void;
}

type OpenDialog = 'add' | 'points' | 'publish' | 'discard' | null;

/** The editor of a map's draft. Changes are saved automatically; publishing creates a version and sends it to robots. */
export function EditedMap({ map, of, draft, onEnded }: Props) {
  const { work, state: drawn } = useEditorSession(map, of, draft);
  const { lifts, state } = useLiftFindings(map, drawn);
  const { editor } = state;
  const robots = useMapRobots(map);
  const { advice, box, close: closeAdvice } = useAdvice(work.edit);
  const { setCamera, viewOf, find, jump, showSelection } = useEditorCamera(editor, work.edit, box);
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const close = () => setDialog(null);
  useBeforeUnload(state.unsaved);
  useEditorKeyList();
  useEditorKeys({
    editor,
    edit: work.edit,
    save: () => void work.save(),
    middle: viewOf,
    own: { z: showSelection },
  });
  return (
    <section className="maps-page">
      <EditorHead map={map} work={work} state={state} onOpenDialog={setDialog} />
      <div className="maps-workspace">
        <div className="maps-canvas">
          <MapView
            label={map.name}
            ground={state.ground}
            editor={editor}
            onEdit={work.edit}
            robots={robots.robots}
            camera={setCamera}
          >
            <EditorSnaps snaps={editor.settings.snaps} edit={work.edit} />
            {!editor.gesture && !editor.draft && (
              <EditorInspector editor={editor} edit={work.edit} mapId={map.id} lifts={lifts} />
            )}
          </MapView>
          {state.conflict && <ConflictBar conflict={state.conflict} work={work} />}
          {state.left && !state.conflict && <EditorLeftBar left={state.left} work={work} />}
          {advice?.what && !state.left && !state.conflict && (
            <AdviceBar what={advice.what} onClose={closeAdvice} />
          )}
        </div>
        <EditorSide work={work} state={state} onFind={find} onJump={jump} onOpenDialog={setDialog} />
      </div>
      {dialog === 'points' && (
        <ImportPointsDialog mapId={map.id} editor={editor} edit={work.edit} onClose={close} />
      )}
      {dialog === 'add' && <EditorAddDialog editor={editor} edit={work.edit} onClose={close} />}
      {dialog === 'publish' && (
        <EditorPublishDialog
          of={of}
          name={map.name}
          version={state.version}
          findings={state.findings}
          shapes={editor.shapes}
          onJump={jump}
          onClose={close}
          onPublished={() => {
            forgetSession(map.id);
            onEnded();
          }}
        />
      )}
      {dialog === 'discard' && (
        <DiscardDialog
          mapId={map.id}
          name={map.name}
          version={state.version}
          onEnded={onEnded}
          onClose={close}
        />
      )}
    </section>
  );
}

type Session = ReturnType<typeof useEditorSession>;

function EditorHead({
  map,
  work,
  state,
  onOpenDialog,
}: { map: MapDetail; onOpenDialog: (dialog: OpenDialog) => void } & Session) {
  const { t } = useTranslation('places/maps');
  return (
    <header className="sl-page-head maps-head">
      <div className="maps-head-words">
        <h1>{map.name}</h1>
        <p>
          <span>{t('editor.onVersion', { version: state.baseVersion })}</span>
        </p>
      </div>
      <div className="sl-page-actions">
        <SaveState state={state} onRetry={work.retry} />
        <Button look="quiet" icon="keyboard" aria-label={t('editor.keys.title')} onClick={keyList.open} />
        <Button
          look="main"
          icon="upload"
          disabled={state.version === 0 || state.unsaved || state.busy || state.conflict !== null}
          onClick={() => onOpenDialog('publish')}
        >
          {t('editor.publish')}
        </Button>
        <Link className="sl-button sl-button-plain" to={pages.map({ id: map.id })}>
          {t('done')}
        </Link>
        <RowMenu
          label={map.name}
          items={[
            state.version > 0 && {
              key: 'discard',
              text: t('editor.discard'),
              icon: 'trash',
              danger: true,
              run: () => onOpenDialog('discard'),
            },
          ]}
        />
      </div>
    </header>
  );
}

interface DiscardProps {
  mapId: string;
  name: string;
  version: number;
  onEnded: () => void;
  onClose: () => void;
}

function DiscardDialog({ mapId, name, version, onEnded, onClose }: DiscardProps) {
  const { t } = useTranslation('places/maps');
  return (
    <ConfirmCallDialog
      title={t('editor.discardTitle', { name })}
      call={mapDraftCalls.discard}
      input={{ mapId, version }}
      act={t('editor.discard')}
      done={t('editor.discarded')}
      after={() => {
        forgetSession(mapId);
        onEnded();
      }}
      onClose={onClose}
    >
      {t('editor.discardHint')}
    </ConfirmCallDialog>
  );
}
