import type { WorldName } from '../../apps/robot-sim/src/world/built-in.ts';
import type { CompanyKey } from './people.ts';
import type { PlaceLanguage } from './local-names.ts';

/** Site and floor of each terminal company, with the world of the simulator. */
export const places = [
  {
    key: 'mall',
    company: 'mall',
    site: '金鸡湖广场 Jinji Lake Plaza',
    address: '苏州工业园区旺墩路 158 号',
    latitude: 31.316,
    longitude: 120.676,
    timezone: 'Asia/Shanghai',
    language: 'zh',
    floor: '一层',
    map: '购物中心一层',
    world: 'mall',
    worldSeed: 1,
    doneShare: null,
  },
  {
    key: 'airport',
    company: 'airport',
    site: '虹桥东航站楼 Hongqiao East',
    address: '上海市长宁区迎宾一路 2550 号',
    latitude: 31.196,
    longitude: 121.347,
    timezone: 'Asia/Shanghai',
    language: 'zh',
    floor: '出发层',
    map: '出发大厅',
    world: 'airport',
    worldSeed: 1,
    doneShare: 0.9,
  },
  {
    key: 'factory',
    company: 'factory',
    site: '临港总装车间 Lingang assembly',
    address: '上海市浦东新区临港大道 1888 号',
    latitude: 30.903,
    longitude: 121.925,
    timezone: 'Asia/Shanghai',
    language: 'zh',
    floor: '3 号车间',
    map: '参观中心',
    world: 'mall',
    worldSeed: 5,
    doneShare: 0.9,
  },
  {
    key: 'hospital',
    company: 'hospital',
    site: 'St.-Marien-Klinikum',
    address: 'Kunibertskloster 11, 50668 Köln',
    latitude: 50.949,
    longitude: 6.961,
    timezone: 'Europe/Berlin',
    language: 'de',
    floor: 'EG',
    map: 'Ambulanz EG',
    world: 'office',
    worldSeed: 7,
    doneShare: 0.9,
  },
  {
    key: 'tower',
    company: 'tower',
    site: 'Rheinturm Office',
    address: 'Stromstraße 20, 40221 Düsseldorf',
    latitude: 51.218,
    longitude: 6.762,
    timezone: 'Europe/Berlin',
    language: 'de',
    floor: '12. OG',
    map: 'Etage 12',
    world: 'office',
    worldSeed: 1,
    doneShare: 0.85,
  },
] as const satisfies readonly {
  key: string;
  company: CompanyKey;
  site: string;
  address: string;
  latitude: number;
  longitude: number;
  timezone: string;
  language: PlaceLanguage;
  floor: string;
  map: string;
  world: WorldName;
  worldSeed: number;
  /** The share of the reachable floor that makes a run successful; rooms full of furniture have a lower one. */
  doneShare: number | null;
}[];
type Place = (typeof places)[number];
export type PlaceKey = Place['key'];

/** The demo robots. `dock` is the number of the dock where the robot is first switched on. */
export const fleet = [
  {
    sn: 'J30C0007',
    model: 'J30',
    name: 'Lotus 荷',
    place: 'mall',
    dock: 1,
    soc: 92,
    tasks: ['Atrium', 'Main street west'],
  },
  {
    sn: 'J30C0008',
    model: 'J30',
    name: 'Willow 柳',
    place: 'mall',
    dock: 2,
    soc: 64,
    tasks: ['Food court', 'Main street east'],
  },
  {
    sn: 'J40B0003',
    model: 'J40',
    name: 'Heron 鹭',
    place: 'mall',
    dock: 3,
    soc: 81,
    tasks: ['Department store'],
  },
  {
    sn: 'J20A0021',
    model: 'J20',
    name: 'Sparrow 雀',
    place: 'mall',
    dock: 4,
    soc: 47,
    tasks: ['Arcade north', 'Arcade south'],
  },
  {
    sn: 'J40B0011',
    model: 'J40',
    name: 'Crane 鹤',
    place: 'airport',
    dock: 1,
    soc: 88,
    tasks: ['Check-in hall'],
  },
  {
    sn: 'J40B0012',
    model: 'J40',
    name: 'Swan 鹅',
    place: 'airport',
    dock: 2,
    soc: 73,
    tasks: ['Concourse west', 'Concourse east'],
  },
  {
    sn: 'J30C0014',
    model: 'J30',
    name: 'Swift 燕',
    place: 'airport',
    dock: 3,
    soc: 55,
    tasks: ['Gate A1–A3', 'Gate A4–A6'],
  },
  {
    sn: 'J40B0020',
    model: 'J40',
    name: 'Ox 牛',
    place: 'factory',
    dock: 1,
    soc: 96,
    tasks: ['Atrium', 'Department store'],
  },
  {
    sn: 'J30C0031',
    model: 'J30',
    name: 'Marie',
    place: 'hospital',
    dock: 1,
    soc: 69,
    tasks: ['Corridor', 'Reception'],
  },
  {
    sn: 'J20A0040',
    model: 'J20',
    name: 'Paul',
    place: 'hospital',
    dock: 2,
    soc: 58,
    tasks: ['Lounge', 'Cafeteria'],
  },
  {
    sn: 'J30C0042',
    model: 'J30',
    name: 'Lotte',
    place: 'tower',
    dock: 1,
    soc: 84,
    tasks: ['Open office', 'Corridor'],
  },
  {
    sn: 'J20A0055',
    model: 'J20',
    name: 'Emil',
    place: 'tower',
    dock: 2,
    soc: 39,
    tasks: ['Cafeteria', 'Meeting room Rhine'],
  },
] as const satisfies readonly {
  sn: string;
  model: 'J20' | 'J30' | 'J40';
  name: string;
  place: PlaceKey;
  dock: number;
  soc: number;
  /** The simulator's names of CLEAN zones; one task is created per zone. */
  tasks: readonly string[];
}[];
export type Robot = (typeof fleet)[number];
