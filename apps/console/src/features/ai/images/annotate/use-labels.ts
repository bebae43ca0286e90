import { aiImageCalls, type AiImageDetail, type AiShape } from '@sweepline/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { CallError, callQuery, send } from '../../../../kit/api/api.ts';

const staleCode = 409;

/** Two versions of the labels of an image. */
export interface Conflict {
  theirs: AiImageDetail;
  own: readonly AiShape[];
}

/**
 * The labels of an image. Each act is saved at once; acts that are made while one is being saved are saved together after it. The
 * server refuses an act on a revision that is not the newest, and both versions are offered then.
 */
export function useLabels(image: AiImageDetail) {
  const cache = useQueryClient();
  const [shapes, setShapes] = useState<readonly AiShape[]>(image.shapes);
  const [past, setPast] = useState<readonly (readonly AiShape[])[]>([]);
  const [saved, setSaved] = useState(image);
  const [isSaving, setSaving] = useState(false);
  const [error, setError] = useState<Error | null>(null);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const revision = useRef(image.revision);
  const waiting = useRef<readonly AiShape[] | null>(null);
  const busy = useRef(false);

  const keep = (next: AiImageDetail) => {
    revision.current = next.revision;
    setSaved(next);
    cache.setQueryData(callQuery(aiImageCalls.detail, { id: image.id }).queryKey, next);
    // Not read at once: the order of the images that are labelled now would change.
    const queryKey = [aiImageCalls.list.family, aiImageCalls.list.path];
    void cache.invalidateQueries({ queryKey, refetchType: 'none' });
  };

  const refused = async (reason: unknown, own: readonly AiShape[]) => {
    if (!(reason instanceof CallError) || reason.code !== staleCode)
      return setError(reason instanceof Error ? reason : new Error(String(reason)));
    const theirs = await send(aiImageCalls.detail, { id: image.id }, { quiet: true });
    setConflict({ theirs, own });
  };

  const flush = async (): Promise<void> => {
    if (busy.current) return;
    busy.current = true;
    setSaving(true);
    while (waiting.current) {
      const next = waiting.current;
      waiting.current = null;
      const input = { id: image.id, revision: revision.current, shapes: [...next] };
      try {
        keep(await send(aiImageCalls.label, input, { quiet: true }));
        setError(null);
      } catch (reason) {
        await refused(reason, next);
        break;
      }
    }
    busy.current = false;
    setSaving(false);
  };

  const save = (next: readonly AiShape[]) => {
    setShapes(next);
    waiting.current = next;
    void flush();
  };

  return {
    shapes,
    saved,
    isSaving,
    error,
    conflict,
    act: (next: readonly AiShape[]) => {
      setPast([...past, shapes]);
      save(next);
    },
    undo: () => {
      const last = past.at(-1);
      if (!last) return false;
      setPast(past.slice(0, -1));
      save(last);
      return true;
    },
    canUndo: past.length > 0,
    retry: () => save(shapes),
    settle: (by: 'theirs' | 'own') => {
      if (!conflict) return;
      const { theirs, own } = conflict;
      setConflict(null);
      keep(theirs);
      setPast([]);
      if (by === 'own') return save(own);
      setShapes(theirs.shapes);
    },
    reviewed: keep,
  };
}
export type Labels = ReturnType<typeof useLabels>;
