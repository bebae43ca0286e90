import { mapLimits, pointTypes, type MapElements } from '@sweepline/contract';
import { distance, refused, wrappedAngle, type Reading } from '@sweepline/map-core';
import { z } from 'zod';

type Point = MapElements['points'][number];

/** Points that vehicles drive between. The others are not on paths. */
const pathPoints = new Set<Point['type']>(['NAVIGATION', 'START', 'LIFT_CALL', 'LIFT_ENTRY', 'LIFT_INSIDE']);
/** Points with an action: stations of the layout. */
const stations = new Set<Point['type']>([
  'CHARGING',
  'DOCKING',
  'WATER_REFILL',
  'WATER_DRAIN',
  'DROP',
  'SUPPLY',
]);
/** Number of nearest points that each navigation point is connected to. */
const neighbours = 3;
const lifVersion = '1.0.0';
const vehicleTypeId = 'cleaning-robot';

interface MapName {
  id: string;
  name: string;
}
interface Drawing {
  version: number;
  elements: MapElements;
}

/** A map as a VDMA LIF document: one layout, points as nodes and stations, straight edges between navigation points. */
export function lifOf({ id, name }: MapName, { version, elements }: Drawing, at: Date) {
  const { points } = elements;
  return {
    metaInformation: {
      projectIdentification: name,
      creator: 'Sweepline',
      exportTimestamp: at.toISOString(),
      lifVersion,
    },
    layouts: [
      {
        layoutId: id,
        layoutName: name,
        layoutVersion: String(version),
        layoutDescription: '',
        nodes: points.map((point) => nodeOf(point, id)),
        edges: edgesAmong(points.filter(({ type }) => pathPoints.has(type))),
        stations: points.filter(({ type }) => stations.has(type)).map(stationOf),
      },
    ],
  };
}

const nodeOf = ({ id, name, type, x, y, theta }: Point, mapId: string) => ({
  nodeId: id,
  nodeName: name,
  // LIF has no field for the type. Other systems preserve the description, so an import restores the type.
  nodeDescription: type,
  mapId,
  nodePosition: { x, y },
  vehicleTypeNodeProperties: [{ vehicleTypeId, theta }],
});

const stationOf = ({ id, name, type, x, y, theta }: Point) => ({
  stationId: `station-${id}`,
  interactionNodeIds: [id],
  stationName: name,
  stationDescription: type,
  stationPosition: { x, y, theta },
});

function edgesAmong(points: readonly Point[]) {
  const edges = new Map<string, { from: Point; to: Point }>();
  for (const from of points) {
    const near = points
      .filter((to) => to !== from)
      .toSorted((a, b) => distance(from, a) - distance(from, b))
      .slice(0, neighbours);
    for (const to of near) {
      edges.set(`${from.id} ${to.id}`, { from, to });
      edges.set(`${to.id} ${from.id}`, { from: to, to: from });
    }
  }
  return [...edges.values()].map(({ from, to }, i) => ({
    edgeId: `e${i + 1}`,
    startNodeId: from.id,
    endNodeId: to.id,
    vehicleTypeEdgeProperties: [{ vehicleTypeId }],
  }));
}

const place = z.number().min(-1e5).max(1e5);
const lif = z.object({
  layouts: z
    .array(
      z.object({
        layoutId: z.string().optional(),
        layoutName: z.string().optional(),
        nodes: z
          .array(
            z.object({
              nodeId: z.string().min(1),
              nodeName: z.string().optional(),
              nodeDescription: z.string().optional(),
              nodePosition: z.object({ x: place, y: place }),
              vehicleTypeNodeProperties: z.array(z.object({ theta: z.number().optional() })).optional(),
            }),
          )
          .max(mapLimits.elements),
      }),
    )
    .min(1)
    .max(100),
});

export type LifFault = 'notLif' | 'badNode' | 'tooManyNodes' | 'noNodes';
export interface LifPoints {
  layout: string;
  layouts: number;
  points: Point[];
}

/** The fault of the part of the document that breaks the LIF schema. */
function faultOf({ path, code }: z.core.$ZodIssue): LifFault {
  if (!path.includes('nodes')) return 'notLif';
  return path.at(-1) === 'nodes' ? (code === 'too_big' ? 'tooManyNodes' : 'notLif') : 'badNode';
}

/**
 * The points of a LIF document, from the layout with the map's id, else from the first layout. Ids of more than 64 characters are
 * replaced. Of nodes with the same id, the first is used.
 */
export function readLif(document: unknown, mapId: string): Reading<LifPoints, LifFault> {
  const read = lif.safeParse(document);
  if (!read.success) {
    const [issue] = read.error.issues;
    return refused(issue ? faultOf(issue) : 'notLif', issue?.path.join('.') ?? '');
  }
  const { layouts } = read.data;
  const layout = layouts.find(({ layoutId }) => layoutId === mapId) ?? layouts[0]!;
  if (layout.nodes.length === 0) return refused('noNodes', layout.layoutId ?? '');
  const points = layout.nodes.map(
    ({ nodeId, nodeName, nodeDescription, nodePosition, ...node }, i): Point => {
      const type = pointTypes.find((pointType) => pointType === nodeDescription) ?? 'NAVIGATION';
      const theta = node.vehicleTypeNodeProperties?.[0]?.theta ?? 0;
      return {
        id: nodeId.length <= 64 ? nodeId : `lif-${i + 1}`,
        type,
        name: (nodeName ?? nodeId).slice(0, mapLimits.nameLength),
        ...nodePosition,
        theta: Number.isFinite(theta) ? wrappedAngle(theta) : 0,
      };
    },
  );
  const unique = [...new Map(points.toReversed().map((point) => [point.id, point])).values()].toReversed();
  const name = layout.layoutName ?? layout.layoutId ?? '';
  return { ok: true, value: { layout: name, layouts: layouts.length, points: unique } };
}
