import { maxLayerDays, mapLayerNames, mapLayerRights, type MapLayerName } from '@sweepline/contract';
import { useSearchParams } from 'react-router';
import { addDays, dayOf } from '../../../../kit/format/days.ts';
import { may } from '../../../../kit/api/may.ts';
import { useNow } from '../../../../kit/format/use-now.ts';

/** The most requested periods up to today. */
export const layerSpans = [7, 30, 90] as const;
const usualDays = 30;
/** Two days less: a period of whole days is an hour longer when daylight saving time ends. */
const maxDays = maxLayerDays - 1;

const isDay = (text: string | null): text is string =>
  text !== null && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`));

/** The selected layer and its days. Both are in the URL, so that a user can share it. */
export function useLayerChoice() {
  const [params, setParams] = useSearchParams();
  const today = dayOf(useNow());
  const layerParam = params.get('layer')?.toUpperCase();
  const names = mapLayerNames.filter((name) => may(mapLayerRights[name]));
  const layer = names.find((name) => name === layerParam);
  const to = isDay(params.get('to')) ? params.get('to')! : today;
  const requested = isDay(params.get('from')) ? params.get('from')! : addDays(to, 1 - usualDays);
  const earliest = addDays(to, 1 - maxDays);
  const from = requested > to ? to : requested < earliest ? earliest : requested;
  const change = (words: Record<string, string | undefined>) =>
    setParams(
      (current) => {
        const next = new URLSearchParams(current);
        for (const [name, word] of Object.entries(words))
          if (word === undefined) next.delete(name);
          else next.set(name, word);
        return next;
      },
      { replace: true },
    );
  return {
    /** The layers this user may see. */
    names,
    layer,
    from,
    to,
    today,
    /** The number of days up to today, when it is one of the usual periods. */
    span: layerSpans.find((days) => to === today && from === addDays(today, 1 - days)),
    earliest,
    setLayer: (next: MapLayerName | undefined) => change({ layer: next?.toLowerCase() }),
    setSpan: (days: number) => change({ from: addDays(today, 1 - days), to: undefined }),
    setFrom: (day: string) => change({ from: day, to }),
    setTo: (day: string) => change({ from, to: day }),
  };
}
export type LayerChoice = ReturnType<typeof useLayerChoice>;
