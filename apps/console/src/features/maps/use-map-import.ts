import { mapCalls, type Output, type Sent } from '@sweepline/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { CallError } from '../../kit/api.ts';
import { faultOf, slots, sorted, type FileFault, type MapFiles, type Slot } from './import-files.ts';
import { upload } from './upload.ts';

export type Preview = Output<typeof mapCalls.preview>;

/** The files chosen so far, what is wrong with them, and what the server would make of them. */
export function useMapImport() {
  const cache = useQueryClient();
  const [chosen, setChosen] = useState<{
    files: MapFiles;
    faults: Partial<Record<Slot, FileFault>>;
    turn: number;
  }>({
    files: {},
    faults: {},
    turn: 0,
  });
  const [progress, setProgress] = useState<number | null>(null);
  const { files, faults, turn } = chosen;
  const complete = files.picture !== undefined && files.yaml !== undefined;
  const ready = complete && Object.keys(faults).length === 0;

  const preview = useQuery({
    queryKey: ['map-import', turn],
    queryFn: ({ signal }) =>
      travelling(upload(mapCalls.preview, {}, files, { signal, onProgress: setProgress })),
    enabled: ready,
    gcTime: 0,
    staleTime: Infinity,
    meta: { silent: true },
  });
  const store = useMutation({
    meta: { silent: true },
    mutationFn: (input: Sent<typeof mapCalls.import>) =>
      travelling(upload(mapCalls.import, input, files, { onProgress: setProgress })),
    onSuccess: () => cache.invalidateQueries({ queryKey: [mapCalls.import.family] }),
  });

  const travelling = async <T>(work: Promise<T>) => {
    try {
      return await work;
    } finally {
      setProgress(null);
    }
  };

  const change = async (next: MapFiles) => {
    const found = await Promise.all(
      slots.map(async (slot) => [slot, next[slot] && (await faultOf(slot, next[slot]))] as const),
    );
    store.reset();
    setChosen((old) => ({
      files: next,
      faults: Object.fromEntries(found.filter(([, fault]) => fault !== undefined)),
      turn: old.turn + 1,
    }));
  };

  const error = store.error ?? preview.error;
  return {
    files,
    faults,
    complete,
    /** What the server says of single files and fields, by name. */
    reasons: error instanceof CallError ? error.fields : {},
    error,
    preview: ready ? preview.data : undefined,
    reading: ready && preview.isFetching,
    saving: store.isPending,
    /** 0–1 while a large upload travels; null otherwise. */
    progress,
    drop: async (dropped: File[]) => change(await sorted(files, dropped)),
    put: (slot: Slot, file: File) => change({ ...files, [slot]: file }),
    take: (slot: Slot) => {
      const { [slot]: _gone, ...rest } = files;
      return change(rest);
    },
    store: store.mutateAsync,
  };
}
export type MapImport = ReturnType<typeof useMapImport>;
