import { logStoreCalls } from '@sweepline/contract';
import { openDownload } from '../../../../kit/api/save-file.ts';
import { useAction } from '../../../../kit/api/use-action.ts';

/** Downloads a folder, or one file, as a zip. The browser reads it itself from an address of its own, because a zip may be large. */
export const useFolderDownload = () =>
  useAction(logStoreCalls.folderUrl, { done: null, after: ({ url }) => openDownload(url) });
