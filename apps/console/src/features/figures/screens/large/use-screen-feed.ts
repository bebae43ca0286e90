import { errorCodes, screenCalls, type ScreenView } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { CallError, send } from '../../../../kit/api/api.ts';
import { chooseTabLang, currentLang } from '../../../../kit/format/lang.ts';
import { setPageProfile } from '../../../../kit/format/reader.ts';

const everyMs = 10_000;
/** A revoked link is asked less often. It opens again after its company is no longer frozen. */
const goneEveryMs = 60_000;

export interface ScreenFeed {
  view: ScreenView | undefined;
  /** The link is not valid. Nothing that was shown before stays. */
  isGone: boolean;
  /** Time of the last answer by this computer's clock, so that a wrong clock does not make figures old. */
  receivedAt: number;
}

const isGone = (error: unknown) => error instanceof CallError && error.code === errorCodes.notFound;

/** Units and times as the display is set up. Another language reloads the page, because texts are loaded at its start. */
function applyReader({ reader, timezone }: ScreenView): void {
  if (!reader) return;
  const { lang, area, volume } = reader;
  setPageProfile({ area, volume, ...(timezone && { timezone }) });
  if (lang !== currentLang()) chooseTabLang(lang);
}

/**
 * The figures of a large screen, read again every ten seconds. It keeps the last ones while the server or the network is away, and
 * recovers alone. Only the last answer is in memory.
 */
export function useScreenFeed(token: string | undefined): ScreenFeed {
  const { data, error, dataUpdatedAt } = useQuery({
    queryKey: token === undefined ? [screenCalls.own.family, screenCalls.own.path] : ['screen', token],
    queryFn: async ({ signal }) => {
      const view =
        token === undefined
          ? await send(screenCalls.own, {}, { signal, quiet: true })
          : await send(screenCalls.look, { token }, { signal, quiet: true });
      applyReader(view);
      return view;
    },
    refetchInterval: ({ state }) => (isGone(state.error) ? goneEveryMs : everyMs),
    refetchIntervalInBackground: true,
    // A wall without network keeps asking, so that it recovers without an event of the browser.
    networkMode: 'always',
    retry: false,
    meta: { silent: true },
  });
  useEffect(() => () => setPageProfile(undefined), []);
  return { view: isGone(error) ? undefined : data, isGone: isGone(error), receivedAt: dataUpdatedAt };
}
