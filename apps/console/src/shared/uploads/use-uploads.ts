import {
  managedFileCalls,
  tusPath,
  uploadCalls,
  type OpenUpload,
  type UploadPurpose,
} from '@sweepline/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { callQuery } from '../../kit/api/api.ts';
import { useSession } from '../../kit/api/session.ts';
import { uploadMemory } from './upload-memory.ts';
import { uploadQueue } from './upload-queue.ts';

const isEnded = (state: string) => state === 'DONE' || state === 'CANCELED';

/** The account's uploads of this tab, and those that the server has and no tab sends: they wait for their file. */
export function useUploads(purpose: UploadPurpose) {
  const cache = useQueryClient();
  const accountId = useSession()?.userId ?? '';
  const queued = uploadQueue
    .use()
    .filter((upload) => upload.accountId === accountId && upload.purpose === purpose);
  const done = queued.filter(({ state }) => state === 'DONE').length;
  useEffect(() => {
    if (done === 0) return;
    for (const family of [uploadCalls.list.family, managedFileCalls.list.family])
      void cache.invalidateQueries({ queryKey: [family] });
  }, [cache, done]);
  const open = useQuery({ ...callQuery(uploadCalls.list, { purpose }), meta: { silent: true } });
  const isQueued = ({ name, bytes }: OpenUpload) =>
    queued.some(({ file, state }) => !isEnded(state) && file.name === name && file.size === bytes);
  return {
    queued,
    waiting: (open.data?.list ?? []).filter((upload) => !isQueued(upload)),
    /** Continues an upload with its file, also one that another browser began. */
    goOn: ({ id }: OpenUpload, file: File) => {
      uploadMemory.keep({ accountId, purpose, file }, `${tusPath}/${id}`);
      uploadQueue.add([{ file, purpose }]);
    },
    refresh: () => cache.invalidateQueries({ queryKey: [uploadCalls.list.family] }),
  };
}
