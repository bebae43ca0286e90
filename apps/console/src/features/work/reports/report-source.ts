import { fileCalls, reportCalls, type Output } from '@sweepline/contract';
import { createContext } from 'react';
import { fetchBytes, send } from '../../../kit/api/api.ts';

/** Where a report's path and pictures are read: through the session of the user, or through a shared link. */
export interface ReportSource {
  path: (id: string, signal: AbortSignal) => Promise<Output<typeof reportCalls.path>>;
  file: (file: string, signal: AbortSignal) => Promise<ArrayBuffer>;
  /** Read through a shared link: links into the console are left out. */
  shared: boolean;
}

const ownSource: ReportSource = {
  path: (id, signal) => send(reportCalls.path, { id }, { signal, quiet: true }),
  file: (file, signal) => fetchBytes(fileCalls.read, { hash: file }, signal),
  shared: false,
};

export const ReportSourceContext = createContext<ReportSource>(ownSource);
