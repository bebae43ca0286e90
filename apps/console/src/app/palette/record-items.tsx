import {
  type AccountHit,
  type CompanyHit,
  companyTypes,
  type DeviceHit,
  nameOfAccount,
  type Output,
  pages,
  type ReportHit,
  type searchCalls,
  type SiteHit,
  type TaskHit,
  type WorkOrderHit,
} from '@sweepline/contract';
import type { DailyAct } from '@sweepline/contract/robot';
import type { TFunction } from 'i18next';
import { formatTime } from '../../kit/format/format.ts';
import { StateMark } from '../../kit/ui/state-mark.tsx';
import type { AskedAct, DailyItem, useDailyActs } from '../../shared/acts/use-daily-acts.ts';
import { DeviceMark } from '../../shared/words/device-mark.tsx';
import { resultMarks } from '../../shared/words/marks.ts';
import type { useWorkOrderWords } from '../../shared/work-order-words/use-work-order-words.ts';
import type { useWords } from '../../shared/words/use-words.ts';
import type { PaletteItem } from './palette-item.ts';
import { orderNumber } from '../../shared/work-order-words/order-number.ts';

type Found = Output<(typeof searchCalls)['find']>;
type Words = ReturnType<typeof useWords>;

const line = (...parts: readonly (string | null)[]) => parts.filter(Boolean).join(' · ');

/** The records of an answer. */
export const recordItems = (
  found: Found,
  { word }: Words,
  orderWords: ReturnType<typeof useWorkOrderWords>,
): PaletteItem[] => [
  ...found.devices.map(deviceItem),
  ...found.tasks.map(taskItem),
  ...found.workOrders.map((order) => workOrderItem(order, orderWords.word('state', order.state))),
  ...found.sites.map(siteItem),
  ...found.reports.map((report) => reportItem(report, word('result', report.result))),
  ...found.companies.map(companyItem),
  ...found.accounts.map(accountItem),
];

const deviceItem = (device: DeviceHit): PaletteItem => ({
  key: `device ${device.id}`,
  group: 'devices',
  icon: 'robot',
  title: device.nickname || device.sn,
  detail: line(device.sn, device.companyName, device.siteName),
  mark: <DeviceMark live={device.live} binding={device.binding} />,
  similar: device.similar,
  to: pages.device({ id: device.id }),
});

const taskItem = ({ id, name, device, companyName, similar }: TaskHit): PaletteItem => ({
  key: `task ${id}`,
  group: 'tasks',
  icon: 'task',
  title: name,
  detail: line(device.nickname || device.sn, companyName),
  similar,
  to: pages.task({ id }),
});

const workOrderItem = (order: WorkOrderHit, state: string): PaletteItem => ({
  key: `workOrder ${order.id}`,
  group: 'workOrders',
  icon: 'wrench',
  title: order.name,
  detail: line(orderNumber(order), state, order.device.nickname || order.device.sn, order.companyName),
  similar: order.similar,
  to: pages.workOrder({ id: order.id }),
});

const siteItem = ({ id, name, address, companyName, similar }: SiteHit): PaletteItem => ({
  key: `site ${id}`,
  group: 'sites',
  icon: 'pin',
  title: name,
  detail: line(address, companyName),
  similar,
  to: pages.site({ id }),
});

const reportItem = (
  { id, name, device, result, startedAt, similar }: ReportHit,
  word: string,
): PaletteItem => ({
  key: `report ${id}`,
  group: 'reports',
  icon: 'report',
  title: name,
  detail: line(device.nickname || device.sn, formatTime(startedAt)),
  mark: <StateMark {...resultMarks[result]} word={word} />,
  similar,
  to: pages.report({ id }),
});

const companyItem = ({ id, name, type, location, similar }: CompanyHit): PaletteItem => ({
  key: `company ${id}`,
  group: 'companies',
  icon: type === companyTypes.agent ? 'tree' : 'building',
  title: name,
  detail: location,
  similar,
  to: type === companyTypes.agent ? pages.agent({ id }) : pages.company({ id }),
});

const accountItem = (account: AccountHit): PaletteItem => {
  const { id, username, nickname, companyName, companyType, similar } = account;
  const list = companyType === companyTypes.provider ? pages.accounts : pages.outerAccounts;
  return {
    key: `account ${id}`,
    group: 'accounts',
    icon: 'user',
    title: nameOfAccount(account),
    detail: line(nickname ? username : null, companyName),
    similar,
    to: list({ id }),
  };
};

/** Robots whose acts are offered before an act is named: with more, the choice would be among acts instead of robots. */
const maxActed = 2;
/** What one looks for rather than does. */
const looking: readonly DailyAct[] = ['camera', 'locate'];

interface ActWords {
  itemsOf: ReturnType<typeof useDailyActs>;
  t: TFunction<'acts'>;
  ask: (act: AskedAct, device: DeviceHit) => void;
}

/** What the first robots found can do now. */
export const robotActions = (devices: readonly DeviceHit[], words: ActWords): PaletteItem[] =>
  devices.slice(0, maxActed).flatMap((device) =>
    words
      .itemsOf(device)
      .filter(({ act, obstacle }) => obstacle === undefined && !looking.includes(act))
      .map((item) => actItem(device, item, words)),
  );

/** One act on each robot found. Where it is not possible, its reason. */
export const namedActs = (devices: readonly DeviceHit[], named: DailyAct, words: ActWords): PaletteItem[] =>
  devices.flatMap((device) =>
    words
      .itemsOf(device)
      .filter(({ act }) => act === named)
      .map((item) => actItem(device, item, words)),
  );

function actItem(device: DeviceHit, item: DailyItem, { t, ask }: ActWords): PaletteItem {
  const { act, icon, obstacle, to, run, asks } = item;
  return {
    key: `${act} ${device.id}`,
    group: 'actions',
    icon,
    title: t(`actOn.${act}`, { name: device.nickname || device.sn }),
    detail: obstacle ?? device.sn,
    similar: device.similar,
    to,
    transient: true,
    isBlocked: obstacle !== undefined,
    staysOpen: asks !== undefined,
    run: () => (asks ? ask(asks, device) : run?.()),
  };
}
