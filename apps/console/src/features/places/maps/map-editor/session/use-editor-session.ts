import {
  mapDraftCalls,
  mapDraftTopic,
  mapVersionCalls,
  fileCalls,
  type MapDetail,
  type MapDraft,
} from '@sweepline/contract';
import { boxOfRaster } from '@sweepline/map-core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { fetchBytes, callQuery, send } from '../../../../../kit/api/api.ts';
import { randomKey } from '../../../../../kit/api/random.ts';
import { session as signedIn } from '../../../../../kit/api/session.ts';
import { useTopic } from '../../../../../kit/api/use-live.ts';
import { useWords } from '../../../../../shared/words/use-words.ts';
import { pollMs, type DraftOf } from './draft-of.ts';
import { EditorSession } from './editor-session.ts';

/** Sessions of left pages, so that coming back restores the work. Only the latest few: each has a floor in memory. */
const sessions = new Map<string, EditorSession>();
const maxCached = 3;

function keep(key: string, make: () => EditorSession): EditorSession {
  const session = sessions.get(key) ?? make();
  sessions.delete(key);
  sessions.set(key, session);
  for (const [old, cached] of sessions) {
    if (sessions.size <= maxCached) break;
    // A session with unsaved changes is never evicted.
    if (cached.get().unsaved) continue;
    cached.close();
    sessions.delete(old);
  }
  return session;
}

/** Removes the cached session of a map: a new draft begins after publishing or discarding. */
export function forgetSession(mapId: string) {
  for (const [key, session] of sessions) {
    if (!key.endsWith(mapId)) continue;
    session.close();
    sessions.delete(key);
  }
}

/** The session of a map's draft: created, or continued from the cache. */
export function useEditorSession(map: MapDetail, of: DraftOf, draft: MapDraft) {
  const { t } = useTranslation('places/maps');
  const { t: view } = useTranslation('map-view');
  const { word } = useWords();
  const owner = signedIn.user()?.username ?? '';
  const work = keep(
    `${owner} ${map.id}`,
    () =>
      new EditorSession(
        draft,
        map.ground.file,
        {
          map: boxOfRaster(draft.ground),
          nameOf: (type, number) =>
            t('zoneName', {
              type: type in zoneWords ? word('zoneType', type) : view(`pointType.${type as PointWord}`),
              number,
            }),
          // Two users may draw at once, so a sequential number would be used twice.
          newId: () => `e-${randomKey().slice(0, 16)}`,
          snaps: { grid: false, gridM: 0.5, shapes: true, picture: false, angles: true },
        },
        owner,
      ),
  );
  const state = work.use();
  useFloor(work, state.ground.file);
  useRemoteChanges(work, of, draft);
  useEffect(() => () => void work.save(), [work]);
  return { work, state };
}

const zoneWords = { CLEAN: 1, NO_GO: 1, NO_CLEAN: 1, CARPET: 1, SLOW: 1 };
type PointWord = 'NAVIGATION';

function useFloor(work: EditorSession, file: string) {
  const { data } = useQuery({
    queryKey: ['files', 'map-ground', file],
    queryFn: async ({ signal }) => new Blob([await fetchBytes(fileCalls.read, { hash: file }, signal)]),
    staleTime: Infinity,
  });
  useEffect(() => {
    if (data) work.showFloor(file, data);
  }, [work, file, data]);
}

/** Passes other users' changes to the session: a saved draft or a newly published version. */
function useRemoteChanges(work: EditorSession, of: DraftOf, initial: MapDraft) {
  const { mapId } = of;
  const { data = initial, refetch } = useQuery({
    ...callQuery(mapDraftCalls.detail, of),
    refetchInterval: pollMs,
    meta: { silent: true },
  });
  useTopic(mapDraftTopic(mapId), ({ version, currentVersion }) => {
    const { version: own, busy } = work.get();
    // The push message for the page's own save arrives here too.
    const isKnown = version === null || version === own || (busy && version === own + 1);
    if (!isKnown || currentVersion !== data.currentVersion) void refetch();
  });
  useEffect(() => work.hear(data), [work, data]);
  const moved = data.currentVersion > data.baseVersion && data.version > 0;
  useEffect(() => {
    if (!moved) return;
    const versionOf = (version: number) => send(mapVersionCalls.detail, { mapId, version }, { quiet: true });
    void Promise.all([versionOf(data.baseVersion), versionOf(data.currentVersion)]).then(
      ([base, now]) => work.hearPublished(data, base.elements, now.elements),
      // Compared again with the next answer.
      () => {},
    );
  }, [work, mapId, moved, data]);
}
