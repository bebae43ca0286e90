import { mapLimits, pointTypes, type MapElements } from '@sweepline/contract';
import { distance, refused, wrappedAngle, type Reading } from '@sweepline/map-core';
import { z } from 'zod';

type Point = MapElements['points'][number];

/** Points that vehicles drive between; the others are places beside the way. */
const onTheWay = new Set<Point['type']>(['NAVIGATION', 'START', 'LIFT_CALL', 'LIFT_ENTRY', 'LIFT_INSIDE']);
/** Points at which something is done: stations of the layout. */
const stations = new Set<Point['type']>([
  'CHARGING',
  'DOCKING',
  'WATER_REFILL',
  'WATER_DRAIN',
  'DROP',
  'SUPPLY',
]);
/** Each navigation point is joined to so many of its nearest: enough for a network, few enough to read. */
const neighbours = 3;
const lifVersion = '1.0.0';
const vehicleTypeId = 'cleaning-robot';

interface Lif {
  id: string;
  name: string;
}
interface Drawn {
  version: number;
  elements: MapElements;
}

/** A map as a VDMA LIF document: one layout, points as nodes and stations, straight edges between navigation points (2.12). */
export function lifOf({ id, name }: Lif, { version, elements }: Drawn, at: Date) {
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
        edges: edgesAmong(points.filter(({ type }) => onTheWay.has(type))),
        stations: points.filter(({ type }) => stations.has(type)).map(stationOf),
      },
    ],
  };
}

const nodeOf = ({ id, name, type, x, y, theta }: Point, mapId: string) => ({
  nodeId: id,
  nodeName: name,
  // The type is nobody else's word; another system shows it and hands it back.
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

/** Which part of the document is not as LIF has it. */
function faultOf({ path, code }: z.core.$ZodIssue): LifFault {
  if (!path.includes('nodes')) return 'notLif';
  return path.at(-1) === 'nodes' ? (code === 'too_big' ? 'tooManyNodes' : 'notLif') : 'badNode';
}

/**
 * The points of a LIF document: of the layout that is this map's, else of its first. Ids are kept where they are short enough, and
 * of nodes with the same id the first one counts.
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
      const type = pointTypes.find((known) => known === nodeDescription) ?? 'NAVIGATION';
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
  const once = [...new Map(points.toReversed().map((point) => [point.id, point])).values()].toReversed();
  const name = layout.layoutName ?? layout.layoutId ?? '';
  return { ok: true, value: { layout: name, layouts: layouts.length, points: once } };
}
