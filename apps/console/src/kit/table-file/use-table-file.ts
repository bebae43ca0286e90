import type { ImportFault, TableEncoding } from '@sweepline/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from '../ui/toasts.ts';

export interface FilePreview {
  encoding: TableEncoding;
  samples: string[];
  rows: number;
  good: number;
  faults: ImportFault[];
  more: boolean;
  unknown: string[];
}

export interface TableFileWork<P extends FilePreview> {
  /** The name of the template and of fault reports, without extension. */
  name: string;
  /** Checks the file without storing anything. */
  preview: (file: File, encoding?: TableEncoding) => Promise<P>;
  /** A value on which the preview depends in addition to the file. A change reads the preview again. */
  turn?: string;
  /** Stores all rows of the file or none, in the encoding of the preview. Returns the text of the toast. */
  store: (file: File, encoding: TableEncoding) => Promise<string>;
  /** The call family whose reads are invalidated. */
  family: string;
  onClose: () => void;
}

/** The state of an import: the chosen file, its preview, and the action that stores it. */
export function useTableFile<P extends FilePreview>(work: TableFileWork<P>) {
  const { name, turn = '', family, onClose } = work;
  const cache = useQueryClient();
  const [chosen, setChosen] = useState<{ file: File; turn: number; encoding?: TableEncoding } | null>(null);
  const [saving, setSaving] = useState(false);
  const previewQuery = useQuery({
    queryKey: ['table-file', name, chosen?.turn, chosen?.encoding, turn],
    queryFn: () => work.preview(chosen!.file, chosen!.encoding),
    enabled: chosen !== null,
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
    meta: { silent: true },
  });
  const preview = chosen ? previewQuery.data : undefined;

  const store = async () => {
    if (!chosen || !preview) return;
    setSaving(true);
    try {
      const done = await work.store(chosen.file, preview.encoding);
      await cache.invalidateQueries({ queryKey: [family] });
      toast({ tone: 'done', text: done });
      onClose();
    } catch {
      // The data may have changed since the preview, for example a number is now in use. A new preview shows it.
      await previewQuery.refetch();
    } finally {
      setSaving(false);
    }
  };
  return {
    file: chosen?.file,
    choose: ([file]: readonly File[]) => {
      if (file) setChosen((old) => ({ file, turn: (old?.turn ?? 0) + 1 }));
    },
    read: (encoding: TableEncoding) => setChosen((old) => old && { ...old, encoding }),
    /** Whether the encoding was guessed or chosen; a file in Unicode says what it is. */
    isEncodingOpen:
      chosen?.encoding !== undefined ||
      (preview !== undefined &&
        (!preview.encoding.startsWith('utf') || preview.faults[0]?.reason === 'ENCODING')),
    preview,
    reading: chosen !== null && previewQuery.isFetching,
    error: chosen ? previewQuery.error : null,
    again: () => void previewQuery.refetch(),
    ready: preview !== undefined && preview.faults.length === 0 && preview.good > 0,
    saving,
    store,
  };
}
