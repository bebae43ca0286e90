import { mapCalls, type Output, type Sent } from '@sweepline/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { CallError } from '../../../kit/api/api.ts';
import { upload } from './upload.ts';
import { useMapFiles } from './use-map-files.ts';

export type Preview = Output<typeof mapCalls.preview>;

/** The state of a map import: its files, the preview of the server, and the action that stores it. */
export function useMapImport() {
  const cache = useQueryClient();
  const [progress, setProgress] = useState<number | null>(null);
  const arrived = () => setProgress(null);

  const store = useMutation({
    meta: { silent: true },
    mutationFn: (input: Sent<typeof mapCalls.import>) =>
      upload(mapCalls.import, input, chosen.files, { onProgress: setProgress }).finally(arrived),
    onSuccess: () => cache.invalidateQueries({ queryKey: [mapCalls.import.family] }),
  });
  const chosen = useMapFiles(store.reset);
  const preview = useQuery({
    queryKey: ['map-import', chosen.turn],
    queryFn: ({ signal }) =>
      upload(mapCalls.preview, {}, chosen.files, { signal, onProgress: setProgress }).finally(arrived),
    enabled: chosen.ready,
    gcTime: 0,
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
    /** 0–1 during a large upload; null otherwise. */
    progress,
    store: store.mutateAsync,
  };
}
export type MapImport = ReturnType<typeof useMapImport>;
