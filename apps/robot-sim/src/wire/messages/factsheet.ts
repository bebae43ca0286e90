import { nodeActions } from '../../robot/drive/order-work.ts';
import type { RobotSpec } from '../../robot/spec.ts';

const parameter = (key: string, valueDataType: string, isOptional = true) => ({
  key,
  valueDataType,
  isOptional,
});

const nodeParameters: Record<string, ReturnType<typeof parameter>[]> = {
  cleanArea: [
    parameter('areaId', 'STRING'),
    parameter('polygon', 'ARRAY'),
    parameter('mapId', 'STRING', false),
    parameter('cleaningMode', 'STRING', false),
    parameter('strength', 'STRING', false),
    parameter('pattern', 'STRING'),
    parameter('path', 'ARRAY'),
    parameter('repetitions', 'INTEGER'),
    parameter('strategy', 'STRING'),
    parameter('minSoc', 'NUMBER'),
    parameter('resumeSoc', 'NUMBER'),
    parameter('resumeAfterCharge', 'BOOL'),
    parameter('replenish', 'STRING'),
  ],
  dock: [parameter('station', 'STRING'), parameter('pointId', 'STRING')],
  undock: [parameter('station', 'STRING'), parameter('pointId', 'STRING')],
  replenish: [parameter('services', 'ARRAY')],
  washMop: [parameter('minutes', 'INTEGER')],
  park: [parameter('pointId', 'STRING')],
  playAudio: [parameter('slot', 'STRING', false), parameter('volume', 'INTEGER')],
  promote: [
    parameter('route', 'ARRAY', false),
    parameter('loops', 'INTEGER'),
    parameter('until', 'STRING'),
    parameter('audioSlots', 'ARRAY'),
    parameter('intervalS', 'INTEGER'),
    parameter('volume', 'INTEGER'),
    parameter('led', 'STRING'),
    parameter('speed', 'NUMBER'),
  ],
};
const unpausable = new Set(['dock', 'undock']);

/** The supported instant actions. */
const instantActionTypes = [
  'startPause',
  'stopPause',
  'cancelOrder',
  'startCharging',
  'stopCharging',
  'initializePosition',
  'stateRequest',
  'factsheetRequest',
  'downloadMap',
  'enableMap',
  'deleteMap',
  'enableZoneSet',
  'deleteZoneSet',
  'skipArea',
  'clearInstantActions',
  'startHibernation',
  'stopHibernation',
] as const;
export type InstantActionType = (typeof instantActionTypes)[number];
const mapParameters = [parameter('mapId', 'STRING', false), parameter('mapVersion', 'STRING', false)];
const instantParameters: Partial<Record<InstantActionType, ReturnType<typeof parameter>[]>> = {
  enableMap: mapParameters,
  deleteMap: mapParameters,
  skipArea: [parameter('orderId', 'STRING', false), parameter('actionId', 'STRING', false)],
  downloadMap: [
    ...mapParameters,
    parameter('mapDownloadLink', 'STRING', false),
    parameter('mapHash', 'STRING'),
  ],
};
const poseParameters = ['x', 'y', 'theta'].map((key) => parameter(key, 'NUMBER', false));

function actionsOf(spec: RobotSpec) {
  const onNodes = spec.cleaner ? nodeActions : [];
  return [
    ...onNodes.map((actionType) => ({
      actionType,
      actionScopes: ['NODE'],
      actionParameters: nodeParameters[actionType] ?? [],
      blockingTypes: ['HARD'],
      pauseAllowed: !unpausable.has(actionType),
      cancelAllowed: true,
    })),
    ...instantActionTypes.map((actionType) => ({
      actionType,
      actionScopes: ['INSTANT'],
      actionParameters:
        actionType === 'initializePosition' ? poseParameters : (instantParameters[actionType] ?? []),
      blockingTypes: ['NONE'],
      pauseAllowed: false,
      cancelAllowed: false,
    })),
  ];
}

const optionalParameters = [
  'order.nodes.nodePosition.allowedDeviationXY',
  'order.nodes.nodePosition.allowedDeviationTheta',
  'order.nodes.nodePosition.theta',
  'order.edges.maximumSpeed',
].map((name) => ({ parameter: name, support: 'SUPPORTED' }));

/** VDA 5050 3.0 `factsheet` of a robot without its header (docs/protocol/telemetry.md#factsheet). */
export function factsheetV3Of(spec: RobotSpec, versions: Record<string, string>) {
  return {
    typeSpecification: {
      seriesName: spec.model,
      ...(spec.cleaner ? { seriesDescription: spec.cleaner.kind } : {}),
      mobileRobotKinematics: 'DIFFERENTIAL',
      mobileRobotClass: spec.cleaner ? 'CLEANER' : 'CARRIER',
      maximumLoadMass: 0,
      localizationTypes: ['NATURAL'],
      navigationTypes: ['FREELY_NAVIGATING'],
      supportedZones: ['BLOCKED', 'SPEED_LIMIT', 'RELEASE', 'PENALTY'],
    },
    physicalParameters: {
      minimumSpeed: 0.05,
      maximumSpeed: spec.maxSpeedMps,
      maximumAngularSpeed: 1,
      maximumAcceleration: 0.5,
      maximumDeceleration: 0.8,
      minimumHeight: spec.heightM,
      maximumHeight: spec.heightM,
      width: spec.widthM,
      length: spec.lengthM,
    },
    protocolLimits: {
      maximumStringLengths: { maximumMessageLength: 131_072, maximumIdLength: 64 },
      maximumArrayLengths: { 'order.nodes': 64, 'order.edges': 63, 'node.actions': 8, instantActions: 1 },
      timing: {
        minimumOrderInterval: 1,
        minimumStateInterval: 1,
        defaultStateInterval: 30,
        visualizationInterval: 5,
      },
    },
    protocolFeatures: { optionalParameters, mobileRobotActions: actionsOf(spec) },
    mobileRobotGeometry: {
      envelopes2d: [{ envelope2dId: 'body', vertices: bodyOf(spec) }],
    },
    loadSpecification: {},
    mobileRobotConfiguration: {
      versions: Object.entries(versions).map(([key, value]) => ({ key, value })),
      batteryCharging: { criticalLowChargingLevel: 10 },
    },
  };
}

const bodyOf = ({ lengthM, widthM }: RobotSpec) =>
  [
    [1, 1],
    [-1, 1],
    [-1, -1],
    [1, -1],
  ].map(([along, across]) => ({ x: (along! * lengthM) / 2, y: (across! * widthM) / 2 }));

/** The 2.0 factsheet (docs/protocol/vda-vehicles.md#names-in-version-2-and-version-3). */
export function factsheetV2Of(spec: RobotSpec) {
  return {
    typeSpecification: {
      seriesName: spec.model,
      agvKinematic: 'DIFF',
      agvClass: 'CARRIER',
      maxLoadMass: 0,
      localizationTypes: ['NATURAL'],
      navigationTypes: ['AUTONOMOUS'],
    },
    physicalParameters: {
      speedMin: 0.05,
      speedMax: spec.maxSpeedMps,
      accelerationMax: 0.5,
      decelerationMax: 0.8,
      heightMin: spec.heightM,
      heightMax: spec.heightM,
      width: spec.widthM,
      length: spec.lengthM,
    },
    protocolLimits: {
      maxStringLens: {},
      maxArrayLens: {},
      timing: { minOrderInterval: 1, minStateInterval: 1 },
    },
    protocolFeatures: { optionalParameters: [], agvActions: [] },
    agvGeometry: {},
    loadSpecification: {},
  };
}
