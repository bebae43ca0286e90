import { deviceScoreCalls, scoreDays, type DeviceScore } from '@sweepline/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { createContext, useContext, useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../kit/api/api.ts';
import { formatArea, formatNumber, unknown } from '../../../kit/format/format.ts';

type Scores = ReadonlyMap<string, DeviceScore>;
const ScoresContext = createContext<Scores>(new Map());

interface Props {
  ids: readonly string[];
  /** Scores load only while their column is visible. */
  shown: boolean;
  children: ReactNode;
}

/** Provides the scores of a page of devices, loaded in one call. */
export function DeviceScores({ ids, shown, children }: Props) {
  const { data } = useQuery({
    ...callQuery(deviceScoreCalls.scores, { ids: [...ids] }),
    enabled: shown && ids.length > 0,
    placeholderData: keepPreviousData,
    meta: { silent: true },
  });
  const scores = useMemo(() => new Map(data?.list.map((one) => [one.id, one])), [data]);
  return <ScoresContext value={scores}>{children}</ScoresContext>;
}

/** The cleaned share of the planned area; the formula is shown on hover. */
export function DeviceScoreCell({ id }: { id: string }) {
  const { t } = useTranslation('devices/devices');
  const row = useContext(ScoresContext).get(id);
  if (!row || row.score === null) return <span className="sl-unknown">{unknown}</span>;
  const { score, cleanedM2, plannedM2, runs } = row;
  const parts = { cleaned: formatArea(cleanedM2), planned: formatArea(plannedM2), days: scoreDays };
  return <span title={t('scoreFormula', { ...parts, count: runs })}>{formatNumber(score, 1)}</span>;
}
