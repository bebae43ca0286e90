import type { ReportDetail } from '@sweepline/contract';
import { boxGrown, shapesOf, type Box } from '@sweepline/map-core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Empty } from '../../kit/empty.tsx';
import { formatArea } from '../../kit/format.ts';
import { MapView } from '../../map-view/map-view.tsx';
import type { Trace } from '../../map-view/trace.ts';
import { useFirstLook } from '../../map-view/use-first-look.ts';
import type { MissedPatch } from './missed-rules.ts';
import { useMissedReason } from './use-missed-reason.ts';
import { ReplayBar } from './replay-bar.tsx';
import type { Replay } from './use-replay.ts';

interface Props {
  report: ReportDetail;
  trace: Trace | undefined;
  /** Where the areas of the run lie. */
  box: Box | undefined;
  missed: readonly MissedPatch[];
  replay: Replay;
  durationMs: number;
  /** The missed patch that is looked at. */
  selected: string | undefined;
  onSelect: (id: string | undefined) => void;
}

/** A patch is shown with so much floor around it that one sees where it lies. */
const patchMarginM = 4;

/** The proof: the floor with the passes over it, the way, and the patches that were missed. */
export function ReportMap({ report, trace, missed, box, replay, durationMs, selected, onSelect }: Props) {
  const { t } = useTranslation('task-reports');
  const reasonOf = useMissedReason();
  const patch = missed.find(({ id }) => id === selected);
  const look = useMemo(() => (patch ? boxGrown(patch.box, patchMarginM) : box), [patch, box]);
  const camera = useFirstLook(look);
  const shapes = useMemo(
    () =>
      shapesOf({
        zones: [
          ...report.zones,
          ...missed.map(({ id, points, areaM2, reason }) => ({
            id,
            points,
            type: 'NO_CLEAN' as const,
            name: [t('missedName', { area: formatArea(areaM2) }), reasonOf(reason)]
              .filter(Boolean)
              .join(' · '),
          })),
        ],
      }),
    [report.zones, missed, t, reasonOf],
  );
  if (!report.ground) return <Empty icon="map" title={t('noMap')} hint={t('noMapHint')} />;
  const { at } = replay;
  return (
    <>
      <MapView
        label={t('mapLabel', { name: report.map?.name ?? '' })}
        ground={report.ground}
        shapes={shapes}
        camera={camera}
        {...(trace && { trace })}
        {...(selected !== undefined && { selected })}
        {...(at !== null && { replay: { at, name: report.device.nickname || report.device.sn } })}
        onSelect={(chosen) => onSelect(missed.some(({ id }) => id === chosen?.id) ? chosen?.id : undefined)}
      />
      {trace && durationMs > 0 && <ReplayBar replay={replay} durationMs={durationMs} />}
    </>
  );
}
