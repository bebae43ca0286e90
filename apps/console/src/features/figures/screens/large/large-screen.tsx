import type { SceneKind, ScreenView } from '@sweepline/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { dayOf } from '../../../../kit/format/days.ts';
import { formatDayLong } from '../../../../kit/format/format-day.ts';
import { formatClock } from '../../../../kit/format/format.ts';
import { useNow } from '../../../../kit/format/use-now.ts';
import { Logo } from '../../../../kit/ui/logo.tsx';
import { AlarmsScene } from './alarms-scene.tsx';
import { FiguresScene } from './figures-scene.tsx';
import { PlacesScene } from './places-scene.tsx';
import { RankingsScene } from './rankings-scene.tsx';
import { RunsScene } from './runs-scene.tsx';
import { useDarkPage } from './use-dark-page.ts';
import { useProgramUpdate } from './use-program-update.ts';
import { useSceneTurn } from './use-scene-turn.ts';
import type { ScreenFeed } from './use-screen-feed.ts';
import { WeekScene } from './week-scene.tsx';
import './large-screen.css';

const scenes: Record<SceneKind, (view: ScreenView) => ReactNode> = {
  figures: ({ figures }) => figures && <FiguresScene figures={figures} />,
  places: ({ places }) => places && <PlacesScene places={places} />,
  runs: ({ runs }) => runs && <RunsScene runs={runs} />,
  rankings: ({ rankings }) => rankings && <RankingsScene rankings={rankings} />,
  alarms: ({ alarms }) => alarms && <AlarmsScene alarms={alarms} />,
  week: ({ week }) => week && <WeekScene week={week} />,
};

const oldAfterMs = 60_000;
const noScenes: ScreenView['scenes'] = [];

interface Props {
  feed: ScreenFeed;
  logo?: ReactNode;
}

/** A picture for a wall: dark, without controls, in turns. It changes only when its data does. */
export function LargeScreen({ feed: { view, isGone, receivedAt }, logo }: Props) {
  const { t } = useTranslation('figures/screens');
  useDarkPage();
  useProgramUpdate();
  const scene = useSceneTurn(view?.scenes ?? noScenes);
  const now = useNow();
  const isOld = view !== undefined && now - receivedAt > oldAfterMs;
  return (
    <div className={`large-screen ${isOld ? 'large-screen-old' : ''}`} data-testid="large-screen">
      <header>
        {/* The name beside it is that of the company, which may be the product's. */}
        {logo ?? <Logo wordmark={false} />}
        <h1>
          {view?.name}
          <small>
            {view &&
              [view.companyName, view.siteName].filter((name) => name && name !== view.name).join(' · ')}
          </small>
        </h1>
        <p className="large-clock">
          <time>{formatClock(Math.max(now, receivedAt))}</time>
          <small>{formatDayLong(dayOf(Math.max(now, receivedAt)))}</small>
        </p>
      </header>
      {view && scene ? (
        <main key={scene.kind} className="large-scene">
          <h2>{t(`questions.${scene.kind}`)}</h2>
          {scenes[scene.kind](view)}
        </main>
      ) : (
        <main className="large-scene large-notice">
          <h2>{t(isGone ? 'large.gone' : 'large.waiting')}</h2>
          <p>{t(isGone ? 'large.goneHint' : 'large.waitingHint')}</p>
        </main>
      )}
      <footer>
        {view && (
          <span role="status">
            {t(isOld ? 'large.old' : 'large.asOf', { time: formatClock(receivedAt, true) })}
          </span>
        )}
      </footer>
    </div>
  );
}
