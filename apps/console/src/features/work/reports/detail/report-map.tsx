import type { ReportDetail } from '@sweepline/contract';
import { boxAround, boxGrown, circleAround, shapesOf, type Box, type MissedPatch } from '@sweepline/map-core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Empty } from '../../../../kit/ui/empty.tsx';
import { formatArea } from '../../../../kit/format/format.ts';
import { MapView } from '../../../../map-view/map-view.tsx';
import type { Trace } from '../../../../map-view/paint/trace.ts';
import { useInitialView } from '../../../../map-view/use-initial-view.ts';
import type { PlacedAssist } from './use-report-assists.ts';
import { useMissedReason } from './use-missed-reason.ts';
import { ReplayBar } from '../replay/replay-bar.tsx';
import type { Replay } from '../replay/use-replay.ts';

interface Props {
  report: ReportDetail;
  trace: Trace | undefined;
  /** The floor's grey picture. */
  picture: Blob | undefined;
  /** The shapes of the run's areas. */
  box: Box | undefined;
  missed: readonly MissedPatch[];
  assists: readonly PlacedAssist[];
  replay: Replay;
  durationMs: number;
  /** The selected missed patch or assist. */
  selected: string | undefined;
  onSelect: (id: string | undefined) => void;
}

/** Undefined until the floor is read; a picture that cannot be read counts as no floor. */
const nothing = new Blob();

/** Metres of floor around a selected patch, so that its place is recognizable. */
const patchMarginM = 4;
const assistRadiusM = 0.5;

/** The proof of cleaning: the floor with the passes, the path and the missed patches. */
export function ReportMap(props: Props) {
  const { report, trace, picture, missed, assists, box, replay, durationMs, selected, onSelect } = props;
  const { t } = useTranslation('work/reports');
  const reasonOf = useMissedReason();
  const patch = missed.find(({ id }) => id === selected);
  const assist = assists.find(({ id }) => id === selected);
  const initialBox = useMemo(() => {
    const near = assist ? boxAround([assist]) : patch?.box;
    return near ? boxGrown(near, patchMarginM) : box;
  }, [assist, patch, box]);
  const camera = useInitialView(initialBox);
  const shapes = useMemo(
    () =>
      shapesOf({
        zones: [
          ...report.zones,
          ...report.closed.map((points, index) => ({
            id: `no-go-${index + 1}`,
            points,
            type: 'NO_GO' as const,
            name: t('noGo'),
          })),
          ...missed.map(({ id, points, areaM2, reason }, index) => ({
            id,
            points,
            type: 'NO_CLEAN' as const,
            // Showing all reasons at once would hide the floor.
            name: [
              id === selected
                ? t('missedNumber', { number: index + 1, area: formatArea(areaM2) })
                : String(index + 1),
              id === selected && reasonOf(reason),
            ]
              .filter(Boolean)
              .join(' · '),
          })),
          ...assists.map(({ id, number, cause, ...at }) => ({
            id,
            points: circleAround(at, assistRadiusM),
            type: 'NO_GO' as const,
            name: id === selected ? `${number} · ${cause}` : String(number),
          })),
        ],
      }),
    [report.zones, report.closed, missed, assists, selected, t, reasonOf],
  );
  const { ground } = report;
  if (!ground) return <Empty icon="map" title={t('noMap')} hint={t('noMapHint')} />;
  const { at } = replay;
  return (
    <>
      <MapView
        label={t('mapLabel', { name: report.map?.name ?? '' })}
        // The map is created with its floor, so a floor that loads later creates another map.
        key={picture ? 'floor' : 'bare'}
        ground={{ ...ground, picture: picture ?? nothing }}
        shapes={shapes}
        camera={camera}
        {...(trace && { trace })}
        {...(selected !== undefined && { selected })}
        {...(at !== null && { replay: { at, name: report.device.nickname || report.device.sn } })}
        onSelect={(chosen) =>
          onSelect([...missed, ...assists].some(({ id }) => id === chosen?.id) ? chosen?.id : undefined)
        }
      />
      {trace && durationMs > 0 && (
        <ReplayBar
          replay={replay}
          durationMs={durationMs}
          phases={report.timeline}
          startedAt={report.startedAt}
          endedAt={report.endedAt}
        />
      )}
    </>
  );
}
