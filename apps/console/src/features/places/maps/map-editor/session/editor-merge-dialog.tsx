import { placesOf, polygonArea, type MergeConflict, type Shape } from '@sweepline/map-core';
import { Dialog } from '../../../../../kit/form/dialog.tsx';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../../../kit/ui/button.tsx';
import { formatArea, formatNumber } from '../../../../../kit/format/format.ts';
import { useWords } from '../../../../../shared/words/use-words.ts';
import { useLabels } from '../inspector/editor-labels.ts';
import { EditorOutline } from '../inspector/editor-outline.tsx';
import type { SessionConflict } from './editor-session-state.ts';

type Side = 'mine' | 'theirs';

interface Props {
  conflict: SessionConflict;
  onSettle: (sides: ReadonlyMap<string, Side>) => void;
  onClose: () => void;
}

/** The elements that two users both changed, side by side; each is resolved by hand. */
export function EditorMergeDialog({ conflict, onSettle, onClose }: Props) {
  const { t } = useTranslation('places/maps');
  const { t: kit } = useTranslation('kit');
  const { conflicts } = conflict.merge;
  const [sides, setSides] = useState<ReadonlyMap<string, Side>>(new Map());
  const left = conflicts.filter(({ id }) => !sides.has(id)).length;
  const all = (side: Side) => setSides(new Map(conflicts.map(({ id }) => [id, side])));
  return (
    <Dialog
      open
      width={760}
      title={t('editor.mergeTitle', { count: conflicts.length })}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>{kit('cancel')}</Button>
          <Button look="main" icon="check" disabled={left > 0} onClick={() => onSettle(sides)}>
            {left > 0 ? t('editor.mergeLeft', { count: left }) : t('editor.mergeAct')}
          </Button>
        </>
      }
    >
      <div className="maps-merge">
        <div className="maps-merge-all">
          <Button onClick={() => all('mine')}>{t('editor.allMine')}</Button>
          <Button onClick={() => all('theirs')}>{t('editor.allTheirs')}</Button>
        </div>
        {conflicts.map((conflict) => (
          <Choice
            key={conflict.id}
            conflict={conflict}
            side={sides.get(conflict.id)}
            onChoose={(side) => setSides(new Map(sides).set(conflict.id, side))}
          />
        ))}
      </div>
    </Dialog>
  );
}

interface ChoiceProps {
  conflict: MergeConflict;
  side: Side | undefined;
  onChoose: (side: Side) => void;
}

function Choice({ conflict, side, onChoose }: ChoiceProps) {
  const { t } = useTranslation('places/maps');
  const { shapeName } = useLabels();
  const anySide = conflict.mine ?? conflict.theirs ?? conflict.base;
  const both = [conflict.mine, conflict.theirs, conflict.base].filter((shape) => shape !== undefined);
  return (
    <fieldset>
      <legend>{anySide && shapeName(anySide)}</legend>
      {(['mine', 'theirs'] as const).map((option) => (
        <button
          key={option}
          type="button"
          className="maps-merge-side"
          aria-pressed={side === option}
          onClick={() => onChoose(option)}
        >
          <strong>{t(`editor.${option}`)}</strong>
          <EditorOutline shape={conflict[option]} around={both} />
          <SideWords shape={conflict[option]} />
        </button>
      ))}
    </fieldset>
  );
}

function SideWords({ shape }: { shape: Shape | undefined }) {
  const { t } = useTranslation('places/maps');
  const { t: view } = useTranslation('map-view');
  const { word } = useWords();
  const { shapeName } = useLabels();
  if (!shape) return <span>{t('editor.deleted')}</span>;
  const type =
    shape.kind === 'zone'
      ? word('zoneType', shape.type)
      : shape.kind === 'point'
        ? view(`pointType.${shape.type}`)
        : '';
  const size =
    shape.kind === 'zone'
      ? formatArea(polygonArea(shape.points))
      : `${formatNumber(placesOf(shape).length)} ${t('corners')}`;
  return (
    <span>{[shapeName(shape), type, shape.kind === 'point' ? '' : size].filter(Boolean).join(' · ')}</span>
  );
}
