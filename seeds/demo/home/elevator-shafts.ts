import type { MapElements } from '@sweepline/contract';

/** The elevators at the ends of the corridor of an office floor. */
export const shafts = [
  { number: 'A', name: 'Aufzug A', serial: 'LIFT-A-2207', x: 1.2, into: Math.PI },
  { number: 'B', name: 'Aufzug B', serial: 'LIFT-B-2208', x: 42.8, into: 0 },
] as const;
export type DemoShaft = (typeof shafts)[number];

export const lowerFloors = [
  { floor: '10. OG', map: 'Etage 10', seed: 21, label: '10' },
  { floor: '11. OG', map: 'Etage 11', seed: 22, label: '11' },
] as const;
/** What the elevators call the floor of the robots. */
export const topLabel = '12';

/** The metres of the points from the middle of the car. */
const distances = { LIFT_CALL: 2, LIFT_ENTRY: 1, LIFT_INSIDE: 0 } as const;
const outOf = ({ into }: DemoShaft) => (into === 0 ? -1 : 1);
const placeOf = (shaft: DemoShaft, type: keyof typeof distances) => ({
  x: shaft.x + outOf(shaft) * distances[type],
  y: 12.5,
  theta: shaft.into,
});

/** The points of these elevators on the map of a floor. */
export const liftPoints = (floor: string, of: readonly DemoShaft[] = shafts): MapElements['points'] =>
  of.flatMap((shaft) => {
    const { number: liftId, name } = shaft;
    const at = (type: keyof typeof distances) => {
      const id = `${type.toLowerCase()}-${liftId.toLowerCase()}`;
      return { id, type, name, ...placeOf(shaft, type), floor, liftId };
    };
    return [at('LIFT_CALL'), at('LIFT_ENTRY'), at('LIFT_INSIDE')];
  });

/** Between two trips of a robot to another floor and back, so that an unattended demo has rides. */
const tripS = { min: 300, max: 900 };

/** The elevator for a simulated robot whose floor is the topmost: places are metres and degrees. */
export function ridesOf(shaft: DemoShaft, { world, worldSeed }: { world: string; worldSeed: number }) {
  const place = (type: keyof typeof distances) => {
    const { x, y, theta } = placeOf(shaft, type);
    return [x, y, Math.round((theta * 180) / Math.PI)];
  };
  const points = { call: place('LIFT_CALL'), entry: place('LIFT_ENTRY'), inside: place('LIFT_INSIDE') };
  const lower = lowerFloors.map(({ label, seed }) => ({
    floor: label,
    world: 'office',
    worldSeed: seed,
    ...points,
  }));
  return {
    liftId: shaft.number,
    tripEveryS: [tripS.min, tripS.max],
    stops: [{ floor: topLabel, world, worldSeed, ...points }, ...lower],
  };
}
