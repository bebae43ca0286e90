import { maxWallRobots } from '@sweepline/contract';
import { isCamera, type Camera } from '@sweepline/contract/robot';
import { useSearchParams } from 'react-router';

export const columnChoices = ['2', '3'] as const;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

interface Wall {
  robots: readonly string[];
  camera: Camera;
  /** The robot with the large picture. */
  large: string | null;
  columns: (typeof columnChoices)[number];
}

const usual = { camera: 'FRONT', columns: '3' } as const;

function wallOf(params: URLSearchParams): Wall {
  const robots = [...new Set(params.getAll('robot'))].filter((id) => uuid.test(id)).slice(0, maxWallRobots);
  const [camera, large] = [params.get('camera') ?? '', params.get('large')];
  return {
    robots,
    camera: isCamera(camera) ? camera : usual.camera,
    large: large !== null && robots.includes(large) ? large : null,
    columns: columnChoices.find((choice) => choice === params.get('columns')) ?? usual.columns,
  };
}

/**
 * Robots, camera and layout of the wall. They are the address, so that a wall can be shared and saved. `usualRobots` are on a wall whose
 * address names none.
 */
export function useWall(usualRobots: readonly string[]) {
  const [params, setParams] = useSearchParams();
  const filled = (wall: Wall): Wall => (wall.robots.length > 0 ? wall : { ...wall, robots: usualRobots });
  const change = (patch: Partial<Wall>) =>
    setParams(
      (current) => {
        const { robots, camera, large, columns } = { ...filled(wallOf(current)), ...patch };
        const next = new URLSearchParams(robots.map((id) => ['robot', id]));
        if (camera !== usual.camera) next.set('camera', camera);
        if (large !== null && robots.includes(large)) next.set('large', large);
        if (columns !== usual.columns) next.set('columns', columns);
        return next;
      },
      { replace: true },
    );
  return { ...filled(wallOf(params)), change };
}
