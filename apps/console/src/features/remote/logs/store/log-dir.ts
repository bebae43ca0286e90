import { pages } from '@sweepline/contract';
import { useSearchParams } from 'react-router';

/** The chosen folder and its parts: the serial number, and below it the folder of a pull. `addressOf` leads to another one. */
export function useLogDir() {
  const [params] = useSearchParams();
  const dir = params.get('dir') ?? '/';
  const keyword = params.get('keyword');
  const [sn, folder] = dir.split('/').filter((part) => part !== '');
  const addressOf = (to: string) =>
    // The search for robots stays.
    pages.deviceLogs({ view: 'store', ...(keyword && { keyword }), ...(to !== '/' && { dir: to }) });
  return { dir, sn, folder, addressOf };
}
