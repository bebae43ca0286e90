import { needCalls } from '@sweepline/contract';
import { expect, test } from 'vitest';
import { companyIds, people } from '../../../test-kit/index.ts';
import { testServer } from '../../../test-kit/test-server.ts';

const { mallAdmin, otherAdmin } = people;
const server = testServer();
const ridesOf = async (who: typeof mallAdmin) =>
  (await server.ok(needCalls.list, who, {})).list.filter(({ kind }) => kind === 'RIDE');

test('a failed ride whose robot may be inside waits for a person, without the name of a robot of another company', async () => {
  const failed = { status: 'FAILED', code: 'RIDE_TIMEOUT', place: 'INSIDE', holdsCar: true } as const;
  const { id: deviceId } = await server.aDevice({ companyId: companyIds.other });
  const ride = await server.anElevatorRide({ ...failed, deviceId, deviceCompanyId: companyIds.other });
  await server.anElevatorRide();
  expect(await ridesOf(mallAdmin)).toMatchObject([
    {
      level: 5,
      device: null,
      recordId: ride.id,
      action: 'OPEN_RIDE',
      reason: { code: 'RIDE_FAILED_INSIDE' },
    },
  ]);
  expect(await ridesOf(otherAdmin)).toEqual([]);
});
