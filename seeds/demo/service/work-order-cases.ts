import type {
  FaultType,
  WorkOrderEventKind,
  WorkOrderLevel,
  WorkOrderResolution,
  WorkOrderType,
  WorkOrderWait,
} from '@sweepline/contract';
import type { CompanyKey } from '../people.ts';

/** One step in the life of an order, with the username of who did it; without one, the server did it. */
export interface Step {
  kind: WorkOrderEventKind;
  /** Hours after the submission. */
  hours: number;
  by?: string;
  text?: string;
  /** To whom it is dispatched, and the hours from now until the appointment. */
  to?: string;
  visitInHours?: number;
  waitingFor?: WorkOrderWait;
  resolution?: WorkOrderResolution;
  rating?: number;
  /** Read only by the writer's company and those above. */
  isInternal?: boolean;
  /** The title of the order that it is a duplicate of. */
  into?: string;
}

export interface OrderCase {
  company: CompanyKey;
  name: string;
  description: string;
  type: WorkOrderType;
  level: WorkOrderLevel;
  faultType: FaultType;
  /** The code of the newest alarm of a robot of the company that the order is made of. */
  ofAlarm?: boolean;
  by: string;
  contactName?: string;
  contactNumber?: string;
  hoursAgo: number;
  steps: readonly Step[];
}

/** Orders of several companies in every state. All names and numbers are fictional. */
export const orderCases: readonly OrderCase[] = [
  {
    company: 'airport',
    name: '出发大厅机器人停在登机口前',
    description: '机器人停在 B12 登机口前，主刷不转，屏幕提示故障。已放置警示牌。',
    type: 'FAULT',
    level: 'SERIOUS',
    faultType: 'CLEANING',
    ofAlarm: true,
    by: 'airport.night',
    contactName: '夜班值班室',
    contactNumber: '+86 21 5550 0530',
    hoursAgo: 3,
    steps: [],
  },
  {
    company: 'mall',
    name: '清洗后地面有水痕',
    description: '一层东入口清洗后约十分钟仍有水痕，昨晚开始。',
    type: 'FAULT',
    level: 'GENERAL',
    faultType: 'CLEANING',
    by: 'mall.cleaning',
    contactName: '周倩',
    contactNumber: '+86 512 5550 0410',
    hoursAgo: 20,
    steps: [
      {
        kind: 'DISPATCHED',
        hours: 2,
        by: 'suzhou.admin',
        to: 'suzhou.admin',
        visitInHours: 18,
        text: '请带上吸水胶条',
      },
      { kind: 'COMMENTED', hours: 3, by: 'mall.admin', text: '上午十点前人少，方便进场。' },
      {
        kind: 'COMMENTED',
        hours: 4,
        by: 'suzhou.admin',
        text: '胶条上季度刚换过，先查安装，不单独收费。',
        isInternal: true,
      },
    ],
  },
  {
    company: 'mall',
    name: '东入口地面湿滑',
    description: '东入口清洗后地面湿，有顾客反映。',
    type: 'FAULT',
    level: 'GENERAL',
    faultType: 'CLEANING',
    by: 'mall.admin',
    hoursAgo: 19,
    steps: [{ kind: 'MERGED', hours: 2, by: 'suzhou.admin', into: '清洗后地面有水痕' }],
  },
  {
    company: 'airport',
    name: '更换右驱动轮',
    description: '右轮有异响，转弯时打滑，需要更换。',
    type: 'FAULT',
    level: 'SERIOUS',
    faultType: 'CHASSIS',
    by: 'airport.admin',
    contactName: '王磊',
    contactNumber: '+86 21 5550 0528',
    hoursAgo: 52,
    steps: [
      { kind: 'DISPATCHED', hours: 1, by: 'shanghai.admin', to: 'shanghai.admin' },
      {
        kind: 'WAITING',
        hours: 6,
        by: 'shanghai.admin',
        waitingFor: 'PART',
        text: '驱动轮已下单，预计后天到货。',
      },
      { kind: 'COMMENTED', hours: 7, by: 'shanghai.admin', text: '备件成本由总部承担。', isInternal: true },
    ],
  },
  {
    company: 'factory',
    name: '咨询：夜间清洁时间能否提前',
    description: '希望把夜间清洁提前一小时，请确认是否影响充电。',
    type: 'CONSULTATION',
    level: 'GENERAL',
    faultType: 'OTHER',
    by: 'factory.admin',
    hoursAgo: 70,
    steps: [
      {
        kind: 'RESOLVED',
        hours: 1,
        by: 'factory.admin',
        resolution: 'WITHDRAWN',
        text: '已在日历中自行调整。',
      },
    ],
  },
  {
    company: 'hospital',
    name: 'Bürste klemmt in der Ambulanz',
    description:
      'Der Roboter steht vor Raum 4, die Bürste dreht nicht. Im Flur liegen Fäden von einer Decke.',
    type: 'FAULT',
    level: 'SERIOUS',
    faultType: 'CLEANING',
    ofAlarm: true,
    by: 'hospital.admin',
    contactName: 'Sabine Kremer',
    contactNumber: '+49 221 5550 260',
    hoursAgo: 30,
    steps: [
      { kind: 'DISPATCHED', hours: 1, by: 'rhein.admin', to: 'rhein.service', text: 'Bitte noch heute' },
      {
        kind: 'RESOLVED',
        hours: 9,
        by: 'rhein.service',
        resolution: 'FIXED',
        text: 'Fäden aus der Bürste entfernt, Lager gereinigt, Probefahrt ohne Fehler.',
      },
    ],
  },
  {
    company: 'hospital',
    name: 'Lädt nicht an der Ladestation',
    description: 'Der Roboter dockt an, der Akku bleibt bei 12 Prozent.',
    type: 'FAULT',
    level: 'FATAL',
    faultType: 'POWER',
    by: 'hospital.admin',
    contactName: 'Sabine Kremer',
    contactNumber: '+49 221 5550 260',
    hoursAgo: 260,
    steps: [
      { kind: 'DISPATCHED', hours: 1, by: 'rhein.admin', to: 'rhein.service' },
      { kind: 'COMMENTED', hours: 3, by: 'rhein.service', text: 'Ich bin um 14 Uhr vor Ort.' },
      {
        kind: 'RESOLVED',
        hours: 75,
        by: 'rhein.service',
        resolution: 'FIXED',
        text: 'Ladekontakte gereinigt, eine Feder ersetzt.',
      },
      { kind: 'VERIFIED', hours: 100 },
      { kind: 'RATED', hours: 110, by: 'hospital.admin', rating: 4, text: 'Gut gelöst, aber spät.' },
    ],
  },
  {
    company: 'tower',
    name: 'Verliert im Foyer die Position',
    description: 'Seit dem Umbau im Foyer bleibt der Roboter an den neuen Glaswänden stehen.',
    type: 'FAULT',
    level: 'SERIOUS',
    faultType: 'NAVIGATION',
    ofAlarm: true,
    by: 'tower.admin',
    contactName: 'Tobias Lange',
    contactNumber: '+49 211 5550 377',
    hoursAgo: 98,
    steps: [
      { kind: 'DISPATCHED', hours: 2, by: 'rhein.admin', to: 'rhein.service' },
      {
        kind: 'RESOLVED',
        hours: 24,
        by: 'rhein.service',
        resolution: 'WORKAROUND',
        text: 'Sperrzone vor der Glaswand eingezeichnet.',
      },
      {
        kind: 'VERIFICATION_FAILED',
        hours: 47,
        text: 'Der Alarm kam im nächsten Einsatz wieder.',
      },
      { kind: 'REOPENED', hours: 47 },
      { kind: 'DISPATCHED', hours: 50, by: 'rhein.admin', to: 'rhein.service', visitInHours: 26 },
      {
        kind: 'COMMENTED',
        hours: 51,
        by: 'rhein.admin',
        text: 'Diesmal die Karte neu aufnehmen, Aufwand bitte extra erfassen.',
        isInternal: true,
      },
    ],
  },
  {
    company: 'tower',
    name: 'Vierteljährliche Wartung',
    description: 'Bürsten, Abstreifer und Filter nach Plan prüfen und reinigen.',
    type: 'MAINTENANCE',
    level: 'GENERAL',
    faultType: 'OTHER',
    by: 'rhein.admin',
    hoursAgo: 5,
    steps: [],
  },
];
