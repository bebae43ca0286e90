import { planLimits, sitePlanCalls, type FloorMap, type FloorPlan, type PlanPair } from '@sweepline/contract';
import { alignmentOf, onMap, onPlan, residualsOf, type Point } from '@sweepline/map-core';
import { Dialog } from '../../../kit/form/dialog.tsx';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../kit/ui/button.tsx';
import { useAction } from '../../../kit/api/use-action.ts';
import { AlignPairs } from './align-pairs.tsx';
import { AlignPicture } from './align-picture.tsx';
import { ownAlignment } from './floor-frame.ts';

interface Props {
  siteId: string;
  floorId: string;
  plan: FloorPlan;
  map: FloorMap;
  onClose: () => void;
}

export type DraftPair = Partial<PlanPair>;
const isComplete = (pair: DraftPair): pair is PlanPair => pair.map !== undefined && pair.plan !== undefined;

/** Aligns a map with the plan by two to four pairs of points that mark the same place on both. */
export function AlignDialog({ siteId, floorId, plan, map, onClose }: Props) {
  const { t } = useTranslation('places/sites');
  const { t: kit } = useTranslation('kit');
  const [pairs, setPairs] = useState<DraftPair[]>(map.pairs.length > 0 ? map.pairs : [{}]);
  const [active, setActive] = useState(0);
  const complete = pairs.filter(isComplete);
  const alignment = alignmentOf(complete);
  const residuals = alignment ? residualsOf(alignment, complete) : [];
  const save = useAction(sitePlanCalls.align, {
    also: ['maps'],
    done: (_site, { pairs: savedPairs }) => (savedPairs.length > 0 ? t('alignSaved') : t('alignRemoved')),
    after: onClose,
  });
  const own = ownAlignment(map);
  const put = (side: 'map' | 'plan', place: Point) => {
    const next = pairs.with(active, { ...pairs[active], [side]: place });
    const pair = next[active]!;
    const startsNext = isComplete(pair) && active === next.length - 1 && next.length < planLimits.pairs;
    setPairs(startsNext ? [...next, {}] : next);
    if (startsNext) setActive(active + 1);
  };
  const ids = { siteId, floorId, mapId: map.id };
  return (
    <Dialog
      open
      width={1080}
      title={t('alignTitle', { name: map.name })}
      onCancel={onClose}
      footer={
        <>
          {map.pairs.length > 0 && (
            <Button onClick={() => save.mutate({ ...ids, pairs: [] })}>{t('alignRemove')}</Button>
          )}
          <Button onClick={onClose}>{kit('cancel')}</Button>
          <Button
            look="main"
            busy={save.isPending}
            disabled={!alignment}
            onClick={() => save.mutate({ ...ids, pairs: complete })}
          >
            {t('alignSave')}
          </Button>
        </>
      }
    >
      <p>{t('alignHint')}</p>
      <div className="site-align">
        <AlignPicture
          label={t('onMap')}
          file={map.ground.file}
          width={map.ground.width}
          height={map.ground.height}
          places={pairs.map((pair) => pair.map && onPlan(own, pair.map))}
          active={active}
          onPlace={(p) => put('map', onMap(own, p))}
        />
        <AlignPicture
          label={t('onPlan')}
          {...plan}
          places={pairs.map((pair) => pair.plan)}
          ghosts={alignment ? complete.map((pair) => onPlan(alignment, pair.map)) : []}
          active={active}
          onPlace={(p) => put('plan', p)}
        />
      </div>
      <AlignPairs
        pairs={pairs}
        residuals={pairs.map((pair) => (isComplete(pair) ? residuals[complete.indexOf(pair)] : undefined))}
        active={active}
        onActive={setActive}
        onChange={setPairs}
      />
      {complete.length >= 2 && !alignment && <p role="alert">{t('alignSpot')}</p>}
    </Dialog>
  );
}
