import { videoRecordingCalls } from '@sweepline/contract';
import { useAction } from '../../../kit/api/use-action.ts';
import { openDownload } from '../../../kit/api/save-file.ts';

/** Saves the file of a recording. The browser reads it itself from an address of its own, because the file may be large. */
export const useDownload = () =>
  useAction(videoRecordingCalls.address, { done: null, after: ({ url }) => openDownload(url) });
