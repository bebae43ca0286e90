import type { DatePicker } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import customParseFormat from 'dayjs/plugin/customParseFormat';
import utc from 'dayjs/plugin/utc';
import { clockOf, dayOf } from '../format/days.ts';
import { formatMonthName, formatWeekday } from '../format/format-day.ts';
import { currentLocale } from '../format/lang.ts';
import { weekStart } from '../format/reader.ts';

dayjs.extend(utc);
dayjs.extend(customParseFormat);

/** The last two forms are in the zone of the reader, or in the zone that the page names. */
export type DateKind = 'day' | 'clock' | 'moment';

const valueFormats: Record<DateKind, string> = {
  day: 'YYYY-MM-DD',
  clock: 'HH:mm',
  moment: 'YYYY-MM-DDTHH:mm',
};

/** A field holds wall-clock time as UTC, because a clock change of the browser's zone would move a local time. */
export const fieldDate = (kind: DateKind, value: string | null | undefined): Dayjs | null => {
  const date = value ? dayjs.utc(value, valueFormats[kind], true) : null;
  return date?.isValid() ? date : null;
};
export const fieldValue = (kind: DateKind, date: Dayjs | null): string =>
  date?.format(valueFormats[kind]) ?? '';

/** Day, month and year in the order and with the signs of the reader's language: `DD.MM.YYYY`. */
function dayFormat(): string {
  const tokens: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {
    day: 'DD',
    month: 'MM',
    year: 'YYYY',
  };
  return new Intl.DateTimeFormat(currentLocale(), { day: '2-digit', month: '2-digit', year: 'numeric' })
    .formatToParts(0)
    .map(({ type, value }) => tokens[type] ?? value)
    .join('');
}

/** The first format is displayed. The others can be typed too: without zeros, and ISO 8601. */
export function fieldFormats(kind: DateKind): string[] {
  if (kind === 'clock') return ['HH:mm', 'H:mm', 'HHmm'];
  const days = [dayFormat(), dayFormat().replace('DD', 'D').replace('MM', 'M'), 'YYYY-MM-DD'];
  return kind === 'day' ? days : days.map((day) => `${day} HH:mm`);
}

/** Whether the head of a calendar names the month before the year. */
export const monthBeforeYear = () => dayFormat().indexOf('MM') < dayFormat().indexOf('YYYY');

type Config = Parameters<typeof DatePicker.generatePicker<Dayjs>>[0];

/** The calendar of antd's pickers: now in the reader's zone, weeks and names as the reader's profile and language say. */
export const dateConfig: Config = {
  getNow: () => dayjs.utc(`${dayOf(Date.now())}T${clockOf(Date.now())}`),
  getFixedDate: (text) => dayjs.utc(text),
  getEndDate: (date) => date.endOf('month'),
  getWeekDay: (date) => date.day(),
  getYear: (date) => date.year(),
  getMonth: (date) => date.month(),
  getDate: (date) => date.date(),
  getHour: (date) => date.hour(),
  getMinute: (date) => date.minute(),
  getSecond: (date) => date.second(),
  getMillisecond: (date) => date.millisecond(),
  addYear: (date, years) => date.add(years, 'year'),
  addMonth: (date, months) => date.add(months, 'month'),
  addDate: (date, days) => date.add(days, 'day'),
  setYear: (date, year) => date.year(year),
  setMonth: (date, month) => date.month(month),
  setDate: (date, day) => date.date(day),
  setHour: (date, hour) => date.hour(hour),
  setMinute: (date, minute) => date.minute(minute),
  setSecond: (date, second) => date.second(second),
  setMillisecond: (date, ms) => date.millisecond(ms),
  isAfter: (date, other) => date.isAfter(other),
  isValidate: (date) => date.isValid(),
  locale: {
    // The picker numbers weekdays from Sunday, 0.
    getWeekFirstDay: () => weekStart() % 7,
    getWeekFirstDate: (_, date) => date.subtract((date.day() - weekStart() + 7) % 7, 'day'),
    // No field shows the number of a week.
    getWeek: () => 0,
    getShortWeekDays: () => Array.from({ length: 7 }, (_, day) => formatWeekday(day || 7, 'short')),
    getShortMonths: () => Array.from({ length: 12 }, (_, month) => formatMonthName(month)),
    format: (_, date, format) => date.format(format),
    parse: (_, text, formats) => {
      const dates = formats.map((format) => dayjs.utc(text.trim(), format, true));
      return dates.find((date) => date.isValid()) ?? null;
    },
  },
};
