import { pages, mapCalls, mapDraftCalls } from '@sweepline/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { callQuery } from '../../../../kit/api/api.ts';
import { Failure } from '../../../../kit/ui/failure.tsx';
import { may } from '../../../../kit/api/may.ts';
import { usePageName } from '../../../../kit/ui/page-name.ts';
import { Skeleton } from '../../../../kit/ui/skeleton.tsx';
import { draftOf, pollMs } from './session/draft-of.ts';
import { EditedMap } from './session/edited-map.tsx';
import { ViewedMap } from '../map-page/viewed-map.tsx';
import '../map-page/map-page.css';

/** The draft of the map in the URL. Users without edit rights see the published version. */
export function MapEditPage() {
  const { t } = useTranslation('places/maps');
  const [params] = useSearchParams();
  const id = params.get('id') ?? '';
  const of = draftOf(id, params.get('deviceId'));
  const cache = useQueryClient();
  /** Counts drafts: after one has ended, the next draft is loaded into a new session. */
  const [turn, setTurn] = useState(0);
  const mayEdit = may(mapDraftCalls.save.allow);
  const map = useQuery({ ...callQuery(mapCalls.detail, { id }), meta: { silent: true } });
  const draft = useQuery({
    ...callQuery(mapDraftCalls.detail, of),
    enabled: mayEdit,
    // A page that waits for a robot opens as soon as the robot is ready.
    refetchInterval: ({ state }) => (state.data?.refusal ? pollMs : false),
    meta: { silent: true },
  });
  usePageName(map.data?.name);
  const error = (map.error && !map.data && map.error) || (draft.error && !draft.data && draft.error);
  if (error)
    return <Failure error={error} onRetry={() => void Promise.all([map.refetch(), draft.refetch()])} />;
  if (map.data && !mayEdit) return <ViewedMap key={id} map={map.data} />;
  if (!map.data || !draft.data)
    return (
      <div className="maps-page-loading">
        <Skeleton lines={6} />
      </div>
    );
  if (draft.data.refusal)
    return (
      <div className="maps-refused">
        <h1>{t(`editor.refusals.${draft.data.refusal}`)}</h1>
        <p>{t(`editor.refusalHints.${draft.data.refusal}`)}</p>
        <Link className="sl-button sl-button-main" to={pages.map({ id })}>
          {t('editor.toMap')}
        </Link>
      </div>
    );
  const restart = () => {
    // The cache entry is removed, not only invalidated: a session on the old answer would treat it as the new draft.
    for (const { family, path } of [mapDraftCalls.detail, mapCalls.detail])
      void cache.resetQueries({ queryKey: [family, path] });
    setTurn((last) => last + 1);
  };
  return <EditedMap key={`${id} ${turn}`} map={map.data} of={of} draft={draft.data} onEnded={restart} />;
}
