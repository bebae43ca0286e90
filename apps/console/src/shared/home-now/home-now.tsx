import { deviceCalls, taskCalls } from '@sweepline/contract';
import { may } from '../../kit/api/may.ts';
import { NeedsYouNow } from '../needs/needs-you-now.tsx';
import { OpenRuns } from '../run/open-runs.tsx';
import { FleetFigures } from './fleet-figures.tsx';
import { mayReadPlaces, FleetMap } from './fleet-map.tsx';
import { GettingStarted } from './getting-started.tsx';
import './home-now.css';

/** The first view of a home: the first steps while there is no report yet, the fleet in one line, where it is, and beside it what waits for the reader. */
export function HomeNow() {
  return (
    <div className="home-now">
      <GettingStarted />
      {may(deviceCalls.list.allow) && <FleetFigures />}
      <div className="home-now-columns">
        <NeedsYouNow />
        {(mayReadPlaces() || may(taskCalls.list.allow)) && (
          <div className="home-now-place">
            {mayReadPlaces() && <FleetMap />}
            {may(taskCalls.list.allow) && <OpenRuns />}
          </div>
        )}
      </div>
    </div>
  );
}
