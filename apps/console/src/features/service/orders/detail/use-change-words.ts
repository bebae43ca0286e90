import {
  faultTypes,
  verificationObstacles,
  workOrderLevels,
  workOrderResolutions,
  workOrderTypes,
  workOrderWaits,
  type WorkOrderDetail,
  type WorkOrderEvent,
} from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { formatTime } from '../../../../kit/format/format.ts';
import { readerZone } from '../../../../kit/format/reader.ts';
import { formatTimeIn } from '../../../../kit/format/zone-time.ts';
import { useWords } from '../../../../shared/words/use-words.ts';
import { useWorkOrderWords } from '../../../../shared/work-order-words/use-work-order-words.ts';
import { orderNumber } from '../../../../shared/work-order-words/order-number.ts';

const isOneOf = <V extends string>(values: readonly V[], value: string): value is V =>
  (values as readonly string[]).includes(value);

/** The changes of an event of an order in words: the field and its new value. A field that the page does not name is left out. */
export function useChangeWords({ companyCode, site }: Pick<WorkOrderDetail, 'companyCode' | 'site'>) {
  const zone = site?.timezone ?? readerZone();
  const { t } = useTranslation('service/orders');
  const { word } = useWorkOrderWords();
  const { word: alarmWord } = useWords();
  // An event names orders of the same company.
  const numberOf = (number: string) => orderNumber({ number, companyCode });
  const wordOf = (field: string, value: string): string | null => {
    switch (field) {
      case 'level':
        return isOneOf(workOrderLevels, value) ? `${t('level')}: ${word('level', value)}` : null;
      case 'type':
        return isOneOf(workOrderTypes, value) ? `${t('type')}: ${word('type', value)}` : null;
      case 'faultType':
        return isOneOf(faultTypes, value) ? `${t('faultType')}: ${word('faultType', value)}` : null;
      case 'waitingFor':
        return isOneOf(workOrderWaits, value) ? word('waiting', value) : null;
      case 'resolution':
        return isOneOf(workOrderResolutions, value) ? word('resolution', value) : null;
      case 'name':
        return `${t('name')}: ${value}`;
      case 'description':
        return t('description');
      case 'contactName':
        return `${t('siteContact')}: ${value}`;
      case 'contactNumber':
        return `${t('siteNumber')}: ${value}`;
      case 'assignee':
        return `${t('assignee')}: ${value}`;
      case 'appointment':
        return `${t('appointment')}: ${formatTimeIn(value, zone)}`;
      case 'rating':
        return t('stars', { count: Number(value) });
      case 'obstacle':
        return isOneOf(verificationObstacles, value) ? word('obstacle', value) : null;
      case 'alarm':
        return alarmWord('alarm', value);
      case 'at':
        return formatTime(value);
      case 'order':
        return t('cameBackIn', { number: numberOf(value) });
      case 'contact':
        return `${t('siteContact')}: ${value}`;
      case 'pictures':
        return `${t('parts.pictures')}: ${value}`;
      case 'reset':
        return t('counterReset', { part: value });
      case 'signature':
        return value ? t('signedBy', { name: value }) : t('signatureVoid');
      case 'into':
        return t('mergedInto', { number: numberOf(value) });
      case 'from':
        return t('mergedFrom', { number: numberOf(value) });
      default:
        return null;
    }
  };
  return ({ changes }: WorkOrderEvent): string[] =>
    Object.entries(changes).flatMap(([field, value]) => wordOf(field, value) ?? []);
}
