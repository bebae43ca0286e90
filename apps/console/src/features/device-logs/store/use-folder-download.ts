import { logDownloadMs, logStoreCalls } from '@sweepline/contract';
import { useMutation } from '@tanstack/react-query';
import { fetchFile } from '../../../kit/api/api.ts';
import { saveFile } from '../../../kit/api/save-file.ts';

/** Downloads a folder, or one file, as a zip. */
export function useFolderDownload() {
  return useMutation({
    mutationFn: (dir: string) =>
      fetchFile(logStoreCalls.downloadByDir, { dir }, { timeoutMs: logDownloadMs }),
    onSuccess: (file, dir) => saveFile(file, `logs${dir.replaceAll('/', '-')}.zip`),
  });
}
