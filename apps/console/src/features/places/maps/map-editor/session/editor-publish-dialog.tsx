import {
  mapDraftCalls,
  mapVersionCalls,
  type MapFinding,
  type MapVersionRow,
  pages,
} from '@sweepline/contract';
import { findingSeverity, isLiftFinding, type Finding, type Shapes } from '@sweepline/map-core';
import { useQuery } from '@tanstack/react-query';
import { Dialog } from '../../../../../kit/form/dialog.tsx';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { callQuery } from '../../../../../kit/api/api.ts';
import { Button } from '../../../../../kit/ui/button.tsx';
import { Skeleton } from '../../../../../kit/ui/skeleton.tsx';
import { useAction } from '../../../../../kit/api/use-action.ts';
import type { DraftOf } from './draft-of.ts';
import { EditorFindings } from '../editor-findings.tsx';

interface Props {
  of: DraftOf;
  name: string;
  /** The version of the draft. */
  version: number;
  findings: readonly Finding[];
  shapes: Shapes;
  onJump: (finding: Finding) => void;
  onPublished: (created: MapVersionRow) => void;
  onClose: () => void;
}

/** The dialog before publishing: findings, affected tasks, and a note for the version. */
export function EditorPublishDialog(props: Props) {
  const { of, name, version, shapes, onJump, onPublished, onClose } = props;
  const { t } = useTranslation('places/maps');
  const { t: kit } = useTranslation('kit');
  const id = useId();
  const [note, setNote] = useState('');
  const publish = useAction(mapDraftCalls.publish, {
    also: ['maps', 'mapVersions', 'deviceMaps'],
    done: (created) => t('editor.published', { version: created.version }),
    after: onPublished,
  });
  const checked = useChecked(of.mapId, version);
  // The server does not know the elevators.
  const liftFindings = props.findings.filter(isLiftFinding);
  const findings = checked.findings ? [...checked.findings, ...liftFindings] : props.findings;
  const errors = findings.filter(({ severity }) => severity === 'ERROR');
  return (
    <Dialog
      open
      width={560}
      title={t('editor.publishTitle', { name })}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>{kit('cancel')}</Button>
          <Button
            look="main"
            icon="upload"
            busy={publish.isPending}
            disabled={errors.length > 0 || checked.isPending}
            onClick={() => publish.mutate({ ...of, version, note, warnings: findings.length })}
          >
            {t('editor.publishAct')}
          </Button>
        </>
      }
    >
      <div className="maps-publish">
        <p>{t('editor.publishHint')}</p>
        {findings.length > 0 && (
          <>
            <h3>{errors.length > 0 ? t('editor.publishBlocked') : t('editor.publishWarned')}</h3>
            <EditorFindings
              findings={findings}
              shapes={shapes}
              onJump={(finding) => {
                onClose();
                onJump(finding);
              }}
            />
          </>
        )}
        <Impacts mapId={of.mapId} version={version} />
        <label htmlFor={id}>{t('editor.note')}</label>
        <textarea
          id={id}
          className="sl-input"
          rows={2}
          maxLength={200}
          placeholder={t('editor.notePlaceholder')}
          value={note}
          onChange={({ target }) => setNote(target.value)}
        />
      </div>
    </Dialog>
  );
}

/** Whether this console can show a finding of the server: a newer server may send more kinds. */
const isShown = (finding: MapFinding): finding is MapFinding & Finding =>
  finding.code in findingSeverity && finding.at !== null;

/** The server's findings for this version of the draft. The server decides: it can read floors that this browser cannot. */
function useChecked(mapId: string, version: number) {
  const { queryKey, ...read } = callQuery(mapDraftCalls.check, { mapId });
  const { data, isPending } = useQuery({ ...read, queryKey: [...queryKey, version], meta: { silent: true } });
  return { isPending, findings: data?.findings.filter(isShown) };
}

/** The tasks that clean changed zones. The draft's version is part of the key, so an older answer is not shown. */
function Impacts({ mapId, version }: { mapId: string; version: number }) {
  const { t } = useTranslation('places/maps');
  const { queryKey, ...read } = callQuery(mapVersionCalls.impact, { mapId });
  const { data, error } = useQuery({ ...read, queryKey: [...queryKey, version], meta: { silent: true } });
  if (error) return <p className="maps-hint">{t('editor.impactUnknown')}</p>;
  if (!data) return <Skeleton lines={2} />;
  if (data.impacts.length === 0) return <p className="maps-hint">{t('editor.noImpact')}</p>;
  return (
    <>
      <h3>{t('editor.impact', { count: data.impacts.length })}</h3>
      <ul className="maps-impacts">
        {data.impacts.map(({ task, device, zones, broken }) => (
          <li key={task.id} data-broken={broken || undefined}>
            <Link to={pages.task({ id: task.id })}>{task.name}</Link>
            <small>{device.nickname || device.sn}</small>
            <span>{broken ? t('editor.broken') : zones.map((zone) => zone.name).join(' · ')}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
