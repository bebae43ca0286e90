import { useEffect } from 'react';
import { reportError } from '../../../../kit/api/report-error.ts';
import { tabStorage } from '../../../../kit/storage.ts';

const everyMs = 300_000;
const key = 'program';

/** The file of the program in a page: its name contains a hash, so a new release has another one. */
export const programIn = (html: string): string | undefined =>
  /data-program="([^"]+)"|<script[^>]+type="module"[^>]+src="([^"]+)"/.exec(html)?.slice(1).find(Boolean);

/** Reloads the page after an update of the console, because a screen on a wall has no user to do it. */
export function useProgramUpdate(): void {
  useEffect(() => {
    const own = programIn(document.documentElement.outerHTML);
    if (own === undefined) return;
    const stop = new AbortController();
    const look = async () => {
      const answer = await fetch('/', { cache: 'no-store', signal: stop.signal });
      const current = answer.ok ? programIn(await answer.text()) : undefined;
      if (current === undefined || current === own || stop.signal.aborted) return;
      // A page that stays old after one reload must not reload for ever.
      if (tabStorage.getItem(key) === current || !tabStorage.setItem(key, current)) return;
      location.reload();
    };
    const timer = setInterval(() => {
      // While the server is away the page stays as it is.
      look().catch((error: unknown) => {
        if (!(error instanceof TypeError) && !stop.signal.aborted)
          reportError('ERROR', error, { kind: 'update' });
      });
    }, everyMs);
    return () => {
      clearInterval(timer);
      stop.abort();
    };
  }, []);
}
