import { mapVersionCalls, type MapElements, type MapVersionRow } from '@sweepline/contract';
import { mergeElements, settleConflict, type MergeConflict } from '@sweepline/map-core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Allowed } from '../../../kit/api/allowed.tsx';
import { callQuery } from '../../../kit/api/api.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { keyboardScroll } from '../../../kit/list/keyboard-scroll.ts';
import { Skeleton } from '../../../kit/ui/skeleton.tsx';
import { useAction } from '../../../kit/api/use-action.ts';
import { nameOf } from './version-marks.ts';
import { VersionPair } from './version-pair.tsx';

interface Props {
  mapId: string;
  /** The robot's version, which displaced the version of the server. */
  theirs: MapVersionRow;
  /** The version of the server. */
  with: number;
  current: number;
}
type Side = 'mine' | 'theirs';

/** Both sides of a conflict beside each other, until a user has resolved it. */
export function VersionConflict({ mapId, theirs, with: ourVersion, current }: Props) {
  const { t } = useTranslation('places/versions');
  const baseVersion = theirs.parentVersion ?? ourVersion;
  const ours = useQuery(callQuery(mapVersionCalls.detail, { mapId, version: ourVersion })).data;
  const robot = useQuery(callQuery(mapVersionCalls.detail, { mapId, version: theirs.version })).data;
  const base = useQuery(callQuery(mapVersionCalls.detail, { mapId, version: baseVersion })).data;
  const [sides, setSides] = useState<Readonly<Record<string, Side>>>({});
  const [selected, setSelected] = useState<string>();
  const merge = useMemo(
    () => ours && robot && base && mergeElements(base.elements, ours.elements, robot.elements),
    [base, ours, robot],
  );
  const settle = useAction(mapVersionCalls.settle, {
    also: ['maps', 'mapDrafts', 'deviceMaps'],
    done: t('settled'),
  });
  if (!ours || !robot || !base || !merge) return <Skeleton lines={8} />;
  const undecided = merge.conflicts.filter(({ id }) => !sides[id]).length;
  const merged = () =>
    // The merge returns the elements of the contract; only the type comes from another package.
    merge.conflicts.reduce(
      (elements, conflict) => settleConflict(elements, conflict, sides[conflict.id] ?? 'mine'),
      merge.merged,
    ) as MapElements;
  return (
    <div className="versions-workspace">
      <aside className="versions-side" ref={keyboardScroll}>
        <h2>{t('conflictTitle')}</h2>
        <p>
          {t('conflictHint', { device: theirs.device?.nickname ?? theirs.createdBy, version: baseVersion })}
        </p>
        {merge.conflicts.length === 0 && <p>{t('noClash')}</p>}
        {merge.conflicts.map((conflict) => (
          <Clash
            key={conflict.id}
            conflict={conflict}
            side={sides[conflict.id]}
            onLook={() => setSelected(conflict.id)}
            onSide={(side) => setSides({ ...sides, [conflict.id]: side })}
          />
        ))}
        <Allowed call={mapVersionCalls.settle}>
          <div className="sl-page-actions">
            <Button
              look="main"
              disabled={undecided > 0}
              busy={settle.isPending}
              onClick={() => settle.mutate({ mapId, version: current, take: 'MERGED', elements: merged() })}
            >
              {undecided > 0 ? t('undecided', { count: undecided }) : t('takeMerged')}
            </Button>
            <Button onClick={() => settle.mutate({ mapId, version: current, take: 'CLOUD' })}>
              {t('takeOurs')}
            </Button>
            <Button onClick={() => settle.mutate({ mapId, version: current, take: 'DEVICE' })}>
              {t('takeTheirs')}
            </Button>
          </div>
        </Allowed>
      </aside>
      <VersionPair base={base} ours={ours} theirs={robot} selected={selected} onSelect={setSelected} />
    </div>
  );
}

interface ClashProps {
  conflict: MergeConflict;
  side: Side | undefined;
  onSide: (side: Side) => void;
  onLook: () => void;
}

/** One element that both sides changed differently. */
function Clash({ conflict: { id, base, mine, theirs }, side, onSide, onLook }: ClashProps) {
  const { t } = useTranslation('places/versions');
  const shape = mine ?? theirs ?? base;
  if (!shape) return null;
  const name = nameOf(shape) || t(`kinds.${shape.kind}`);
  return (
    <fieldset className="versions-changes">
      <button type="button" onClick={onLook}>
        {name}
        <small>{t(`kinds.${shape.kind}`)}</small>
      </button>
      <div className="versions-choice">
        {(['mine', 'theirs'] as const).map((option) => (
          <label key={option}>
            <input type="radio" name={id} checked={side === option} onChange={() => onSide(option)} />{' '}
            {t((option === 'mine' ? mine : theirs) ? `sides.${option}` : `sides.${option}Removed`)}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
