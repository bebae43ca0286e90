import type { Need } from '@sweepline/contract';
import { alarmCodes } from '@sweepline/contract/robot';
import { useTranslation } from 'react-i18next';
import { areaIn, formatArea, formatDate, formatNumber } from '../../kit/format/format.ts';
import { readerZone } from '../../kit/format/reader.ts';
import { formatTimeIn } from '../../kit/format/zone-time.ts';
import { usePartName } from '../words/use-part-name.ts';
import { useWords } from '../words/use-words.ts';
import { orderNumber } from '../work-order-words/order-number.ts';

const text = (value: unknown) => (typeof value === 'string' ? value : '');
const count = (value: unknown) => (typeof value === 'number' ? value : 0);

/** The words of a need in the reader's language: what it is, what it costs, and why it is in the list. */
export function useNeedWords() {
  const { t } = useTranslation('needs');
  const { word } = useWords();
  const part = usePartName();

  const alarmOf = ({ params }: Need['reason']) => {
    const code = text(params['code']);
    const name = word('alarm', code);
    return name !== code || code in alarmCodes ? name : text(params['text']) || code;
  };
  const consumableOf = ({ params }: Need['reason']) => {
    const id = text(params['part']);
    const name = word('consumable', id);
    return name === id ? part(id) : name;
  };

  /** What happened, in a few words. */
  const what = ({ kind, reason }: Need): string => {
    if (kind === 'ALARM') return alarmOf(reason);
    if (kind === 'CONSUMABLE') return t('what.CONSUMABLE', { part: consumableOf(reason) });
    if (kind === 'USE_ENDING' || kind === 'SIM_ENDING')
      return t(`ends.${reason.code as 'USE_ENDS'}`, { date: formatDate(text(reason.params['until'])) });
    if (kind === 'MAINTENANCE')
      return t(`what.${reason.code as 'MAINTENANCE_DUE'}`, { plan: text(reason.params['plan']) });
    if (kind === 'SETTINGS_SYNC' && reason.params['section'] === 'consumables') return t('what.LIMITS_SYNC');
    if (kind === 'WORK_ORDER') return t(`orders.${reason.code as 'ORDER_LATE'}`);
    if (kind === 'BACKUP') return t(`what.${reason.code as 'BACKUP_OLD'}`);
    return t(`what.${kind}`);
  };

  /** Why it is in the list: the rule, with its values. */
  const why = ({ reason }: Need): string => {
    const { code, params } = reason;
    const because = text(params['code']) && word('reply', text(params['code']));
    return t(`why.${code}`, {
      alarm: code === 'ALARM_OPEN' ? alarmOf(reason) : '',
      level: count(params['level']),
      times: formatNumber(count(params['count'])),
      starts: formatNumber(count(params['starts'])),
      hours: formatNumber(count(params['hours'])),
      at: params['dueAt']
        ? formatTimeIn(text(params['dueAt']), text(params['timezone']) || readerZone())
        : '',
      date: params['until'] ? formatDate(text(params['until'])) : '',
      plan: text(params['plan']),
      elevator: text(params['elevator']),
      floor: text(params['floor']),
      part: code === 'PART_EXHAUSTED' ? consumableOf(reason) : '',
      number: params['number']
        ? orderNumber({ number: text(params['number']), companyCode: text(params['companyCode']) })
        : '',
      company: text(params['from']),
      maker: text(params['manufacturer']),
      answer: because || text(params['text']) || t('noReason'),
    });
  };

  /** The cleaning lost in words, with the sum by which needs are ranked. */
  const cost = ({ lostM2Hours, lost }: Need): { value: string; formula: string } | null => {
    if (lostM2Hours === null || lost === null) return null;
    const [value, sign] = areaIn(lostM2Hours);
    return {
      value: t('cost', {
        area: formatArea(lost.areaM2),
        hours: formatNumber(lost.lateHours, lost.lateHours < 10 ? 1 : 0),
      }),
      formula: t('costFormula', { value: `${formatNumber(value)} ${sign}·h` }),
    };
  };

  return { what, why, cost };
}
