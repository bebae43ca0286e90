import type { Pose } from '@sweepline/map-core';
import { z } from 'zod';
import type { RideStops } from '../robot/drive/ride-stops.ts';
import { builtInWorld, worldNames } from '../world/built-in.ts';

/** Metres and degrees. */
const place = z.tuple([z.number(), z.number(), z.number()]);
type Place = z.infer<typeof place>;

/** The floors of an elevator. The first is the floor of the robot. */
export const ridesEntry = z.strictObject({
  liftId: z.string(),
  tripEveryS: z.tuple([z.number(), z.number()]).optional(),
  stops: z
    .array(
      z.strictObject({
        floor: z.string(),
        world: z.enum(worldNames),
        worldSeed: z.number().int().min(0),
        mapId: z.string().max(64).optional(),
        call: place,
        entry: place,
        inside: place,
      }),
    )
    .min(2),
});

const poseOf = ([x, y, degrees]: Place): Pose => ({ x, y, theta: (degrees * Math.PI) / 180 });

/** The elevator of a robot with the floors that it knows. */
export const ridesOf = (elevator: z.infer<typeof ridesEntry> | undefined): RideStops | undefined =>
  elevator && {
    liftId: elevator.liftId,
    tripEveryS: elevator.tripEveryS,
    stops: elevator.stops.map(({ floor, world, worldSeed, mapId, call, entry: door, inside }) => {
      const builtIn = builtInWorld(world, worldSeed);
      return {
        floor,
        world: mapId === undefined ? builtIn : { ...builtIn, mapId },
        call: poseOf(call),
        entry: poseOf(door),
        inside: poseOf(inside),
      };
    }),
  };
