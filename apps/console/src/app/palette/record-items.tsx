import {
  type AccountHit,
  type CompanyHit,
  companyTypes,
  deviceCalls,
  type DeviceHit,
  nameOfAccount,
  type Output,
  pages,
  type ReportHit,
  type searchCalls,
  type SiteHit,
  taskCalls,
  type TaskHit,
  type WorkOrderHit,
} from '@sweepline/contract';
import { mayAct } from '@sweepline/contract/robot';
import type { TFunction } from 'i18next';
import { may } from '../../kit/api/may.ts';
import { formatTime } from '../../kit/format/format.ts';
import { StateMark } from '../../kit/ui/state-mark.tsx';
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

/** Robots whose actions are offered: with more, the choice would be among actions instead of robots. */
const maxActed = 2;

/** What the first robots found can do now, if the user may order it. */
export function robotActions(
  devices: readonly DeviceHit[],
  t: TFunction<'palette'>,
  charge: (device: DeviceHit) => void,
): PaletteItem[] {
  return devices.slice(0, maxActed).flatMap((device) => {
    const name = device.nickname || device.sn;
    const item = { group: 'actions', detail: device.sn, similar: device.similar } as const;
    return [
      ...(may(taskCalls.cleanNow.allow) && mayAct('CLEAN', device)
        ? [
            {
              ...item,
              key: `clean ${device.id}`,
              icon: 'clean' as const,
              title: t('clean', { name }),
              to: pages.device({ id: device.id, action: 'clean' }),
            },
          ]
        : []),
      ...(may(deviceCalls.charge.allow) && mayAct('CHARGE', device)
        ? [
            {
              ...item,
              key: `charge ${device.id}`,
              icon: 'bolt' as const,
              title: t('charge', { name }),
              transient: true,
              staysOpen: true,
              run: () => charge(device),
            },
          ]
        : []),
    ];
  });
}
