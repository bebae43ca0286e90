import type { ImportFault } from '@sweepline/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from '../ui/toasts.ts';

export interface FilePreview {
  encoding: string;
  rows: number;
  good: number;
  faults: ImportFault[];
  more: boolean;
  unknown: string[];
}

export interface TableFileWork<P extends FilePreview> {
  /** The name of the template and of reports, without their endings. */
  name: string;
  /** Says what the file would become; nothing is stored. */
  preview: (file: File) => Promise<P>;
  /** What the preview depends on beside the file. */
  turn?: string;
  /** The same file, stored: all of it or nothing. Answers what the toast says. */
  store: (file: File) => Promise<string>;
  /** The family of what is added. */
  family: string;
  onClose: () => void;
}

/** A table on its way in: the file, what it would become, and the act that stores it. */
export function useTableFile<P extends FilePreview>(work: TableFileWork<P>) {
  const { name, turn = '', family, onClose } = work;
  const cache = useQueryClient();
  const [chosen, setChosen] = useState<{ file: File; turn: number } | null>(null);
  const [saving, setSaving] = useState(false);
  const found = useQuery({
    queryKey: ['table-file', name, chosen?.turn, turn],
    queryFn: () => work.preview(chosen!.file),
    enabled: chosen !== null,
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
    meta: { silent: true },
  });
  const preview = chosen ? found.data : undefined;

  const store = async () => {
    if (!chosen) return;
    setSaving(true);
    try {
      const done = await work.store(chosen.file);
      await cache.invalidateQueries({ queryKey: [family] });
      toast({ tone: 'done', text: done });
      onClose();
    } catch {
      // What changed meanwhile, such as a number taken by somebody else, shows in a new look at the file.
      await found.refetch();
    } finally {
      setSaving(false);
    }
  };
  return {
    file: chosen?.file,
    choose: ([file]: readonly File[]) => {
      if (file) setChosen((old) => ({ file, turn: (old?.turn ?? 0) + 1 }));
    },
    preview,
    reading: chosen !== null && found.isFetching,
    error: chosen ? found.error : null,
    again: () => void found.refetch(),
    ready: preview !== undefined && preview.faults.length === 0 && preview.good > 0,
    saving,
    store,
  };
}
