import { mapCalls, type Output, type SavedUnknown, type Sent } from '@sweepline/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { CallError } from '../../../../kit/api/api.ts';
import { upload } from './upload.ts';
import { useMapFiles } from './use-map-files.ts';

export type Preview = Output<typeof mapCalls.preview>;

/** The state of a map import: its files, the preview of the server, and the action that stores it. */
export function useMapImport() {
  const cache = useQueryClient();
  const [progress, setProgress] = useState<number | null>(null);
  const arrived = () => setProgress(null);
  /** The answer to a question of the preview; undefined until the user gives one. */
  const [savedUnknown, setSavedUnknown] = useState<SavedUnknown>();
  const answers = { ...(savedUnknown && { savedUnknown }) };

  const store = useMutation({
    meta: { silent: true },
    mutationFn: (input: Sent<typeof mapCalls.import>) =>
      upload(mapCalls.import, { ...input, ...answers }, chosen.files, { onProgress: setProgress }).finally(
        arrived,
      ),
    onSuccess: () => cache.invalidateQueries({ queryKey: [mapCalls.import.family] }),
  });
  const chosen = useMapFiles(() => {
    store.reset();
    // Other files ask other questions.
    setSavedUnknown(undefined);
  });
  const preview = useQuery({
    queryKey: ['map-import', chosen.turn, savedUnknown],
    queryFn: ({ signal }) =>
      upload(mapCalls.preview, answers, chosen.files, { signal, onProgress: setProgress }).finally(arrived),
    enabled: chosen.ready,
    gcTime: 0,
    // The preview of the same files stays until the one with the other answer arrives.
    placeholderData: (before, query) => (query?.queryKey[1] === chosen.turn ? before : undefined),
    staleTime: Infinity,
    meta: { silent: true },
  });

  const error = store.error ?? preview.error;
  return {
    ...chosen,
    /** The server's errors for single files and fields, by name. */
    reasons: error instanceof CallError ? error.fields : {},
    error,
    preview: chosen.ready ? preview.data : undefined,
    reading: chosen.ready && preview.isFetching,
    saving: store.isPending,
    savedUnknown: savedUnknown ?? ('UNKNOWN' as const),
    setSavedUnknown,
    /** 0–1 during a large upload; null otherwise. */
    progress,
    store: store.mutateAsync,
  };
}
export type MapImport = ReturnType<typeof useMapImport>;
