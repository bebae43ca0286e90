import { rideCalls } from '@sweepline/contract';
import { getTableName } from 'drizzle-orm';
import {
  inNeedScope,
  needNow,
  needRows,
  needWord,
  type NeedSource,
} from '../../../entities/figures/need-source.ts';
import { elevatorRides } from '../../../entities/places/elevator-ride-table.ts';
import { elevatorModules, elevators } from '../../../entities/places/elevator-table.ts';

const rides = getTableName(elevatorRides);
/** A module that is away for a moment connects again by itself. */
const silentAfter = `interval '60 seconds'`;

/** Of two rows of a ride the one of the elevator's company, if the caller sees it. */
const isOnce = `(not r.is_twin or not exists (select from ${rides} o
  where o.ride_id = r.ride_id and not o.is_twin and ${inNeedScope('o.company_id')}))`;

/** Robots that may be in a car that does not go on: the ride failed, or its module is silent. */
export const rideNeeds = (): NeedSource[] => [
  {
    kind: 'RIDE',
    allow: rideCalls.list.allow,
    sql: needRows(
      {
        key: 'r.ride_id',
        companyId: 'r.company_id',
        level: `case when r.place = 'OUTSIDE' then 3 else 5 end`,
        since: 'coalesce(r.ended_at, r.status_at)',
        // A robot of another company is not named.
        deviceId: `case when ${inNeedScope('r.device_company_id')} then r.device_id end`,
        recordId: 'r.id',
        name: 'r.elevator_number',
        fixer: needWord('ANYONE'),
        action: needWord('OPEN_RIDE'),
        reason: `case when r.holds_car then ${needWord('RIDE_FAILED_INSIDE')} else ${needWord('RIDE_MODULE_SILENT')} end`,
        params: `jsonb_build_object('elevator', r.elevator_number, 'floor', r.to_floor, 'site', r.site_name)`,
      },
      `from ${rides} r
        left join ${getTableName(elevators)} e on e.id = r.elevator_id
        left join ${getTableName(elevatorModules)} m on m.id = e.module_id
        where ${inNeedScope('r.company_id')} and ${isOnce}
          and (r.holds_car or (r.ended_at is null and not coalesce(m.online, false)
            and r.status_at < ${needNow} - ${silentAfter}))`,
    ),
  },
];
