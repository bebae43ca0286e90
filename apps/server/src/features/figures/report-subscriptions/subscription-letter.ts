import type { StatisticsPart, StatisticsTotals, SubscriptionRhythm } from '@sweepline/contract';
import { escapeHtml } from '../../../platform/http/html.ts';
import {
  readerFormat,
  unknown,
  type Reader,
  type ReaderFormat,
} from '../../../platform/documents/reader-format.ts';
import { mailWords } from './mail-texts.ts';
import type { Figures } from './subscription-figures.ts';

export interface LetterInput {
  reader: Reader;
  name: string;
  companyName: string;
  every: SubscriptionRhythm;
  byHand: boolean;
  /** Address of the console's statistics of the same period. */
  link: string;
  /** Null in a letter sent by hand, because its reader is not on the list. */
  unsubscribe: string | null;
}

export interface Letter {
  subject: string;
  text: string;
  html: string;
}

const ink = '#111a1f';
const quiet = '#4a5a63';
const hairline = '#e2e8eb';
const brand = '#0e7c86';

interface Line {
  label: string;
  value: string;
  before: string;
}

function linesOf(words: ReturnType<typeof mailWords>, format: ReaderFormat, figures: Figures): Line[] {
  const row = (label: string, write: (totals: StatisticsTotals) => string): Line => ({
    label,
    value: write(figures.totals),
    before: figures.before.reports > 0 ? write(figures.before) : unknown,
  });
  return [
    row(words('cleaned'), ({ cleanedM2 }) => format.area(cleanedM2)),
    row(words('coverage'), ({ coverage }) => format.share(coverage, 1)),
    row(words('reports'), ({ reports }) => format.number(reports)),
    row(words('succeeded'), ({ succeeded }) => format.number(succeeded)),
    row(words('worked'), ({ workedS }) => format.hours(workedS)),
    row(words('rate'), ({ m2PerHour }) => format.rate(m2PerHour)),
    row(words('water'), ({ waterL }) => format.litres(waterL)),
    row(words('energy'), ({ energyWh }) => format.energy(energyWh)),
    { label: words('assists'), value: format.number(figures.assists.count), before: '' },
  ];
}

const cell = (content: string, style = '') =>
  `<td style="padding:7px 12px 7px 0;border-bottom:1px solid ${hairline};${style}">${content}</td>`;
const right = 'text-align:right;white-space:nowrap;';

const figureTable = (lines: readonly Line[], before: string) =>
  `<table role="presentation" width="100%" cellspacing="0" style="border-collapse:collapse;margin:16px 0">
<tr>${cell('')}${cell('')}${cell(escapeHtml(before), `${right}color:${quiet};font-size:12px;padding-right:0`)}</tr>
${lines
  .map(
    ({ label, value, before: earlier }) =>
      `<tr>${cell(escapeHtml(label), `color:${quiet}`)}${cell(`<strong>${escapeHtml(value)}</strong>`, right)}${cell(escapeHtml(earlier), `${right}color:${quiet};padding-right:0`)}</tr>`,
  )
  .join('\n')}
</table>`;

/** Bars as table cells, because mail programs do not load pictures by default. */
function bars(
  title: string,
  rows: readonly { label: string; value: number | null; display: string }[],
): string {
  const max = Math.max(1, ...rows.map(({ value }) => value ?? 0));
  if (rows.length === 0) return '';
  const bar = (value: number | null) =>
    `<div style="height:8px;border-radius:2px;background:${brand};width:${Math.round(((value ?? 0) / max) * 100)}%"></div>`;
  return `<h2 style="font-size:15px;margin:24px 0 4px">${escapeHtml(title)}</h2>
<table role="presentation" width="100%" cellspacing="0" style="border-collapse:collapse">
${rows.map(({ label, value, display }) => `<tr>${cell(escapeHtml(label), 'width:38%')}${cell(bar(value), 'width:40%')}${cell(escapeHtml(display), `${right}padding-right:0`)}</tr>`).join('\n')}
</table>`;
}

type Group = { title: string; rows: { label: string; value: number | null; display: string }[] };

/** The cleaned area by day, site and robot. */
function groupsOf(words: ReturnType<typeof mailWords>, format: ReaderFormat, figures: Figures): Group[] {
  const nameOf = ({ key, name }: StatisticsPart) => name ?? (key === '' ? words('noSite') : words('gone'));
  const row = (label: string, value: number | null) => ({ label, value, display: format.area(value) });
  const partRow = (part: StatisticsPart) => row(nameOf(part), part.totals.cleanedM2);
  const days = figures.days.map(({ day, cleanedM2 }) => row(dayIn(format, day), cleanedM2));
  return [
    { title: words('perDay'), rows: days.length > 1 ? days : [] },
    { title: words('sites'), rows: figures.sites.map(partRow) },
    { title: words('devices'), rows: figures.devices.map(partRow) },
  ];
}

const dayIn = (format: ReaderFormat, day: string) => format.date(`${day}T12:00:00Z`);

/** Notes on the figures: no reports, left-out reports, unknown values. */
function notesOf(
  words: ReturnType<typeof mailWords>,
  format: ReaderFormat,
  figures: Figures,
  lines: readonly Line[],
) {
  const { reports, leftOut } = figures.totals;
  return [
    ...(reports === 0 ? [words('nothing')] : []),
    ...(leftOut > 0 ? [words('leftOut', { count: format.number(leftOut) })] : []),
    ...(reports > 0 && lines.some(({ value }) => value === unknown) ? [words('unknown')] : []),
  ];
}

interface Content {
  title: string;
  subject: string;
  notes: string[];
  lines: Line[];
  groups: Group[];
  why: string;
  input: LetterInput;
  words: ReturnType<typeof mailWords>;
}

function textOf({ title, notes, lines, groups, why, input, words }: Content): string {
  const figures = lines.map(
    ({ label, value, before }) => `${label}: ${value}${before ? ` (${words('before')}: ${before})` : ''}`,
  );
  const parts = groups.flatMap(({ title: head, rows }) =>
    rows.length > 0 ? ['', head, ...rows.map(({ label, display }) => `${label}: ${display}`)] : [],
  );
  const leave = input.unsubscribe ? [`${words('unsubscribe')}: ${input.unsubscribe}`] : [];
  const end = ['', `${words('open')}: ${input.link}`, '', why, ...leave];
  return [title, '', ...notes, ...figures, ...parts, ...end].join('\n');
}

function htmlOf({ title, subject, notes, lines, groups, why, input, words }: Content): string {
  const leave = input.unsubscribe
    ? ` <a href="${escapeHtml(input.unsubscribe)}" style="color:${quiet}">${escapeHtml(words('unsubscribe'))}</a>`
    : '';
  return `<!doctype html><html><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;background:#f5f7f8;color:${ink};font:14px/22px system-ui,'PingFang SC','Microsoft YaHei','Hiragino Sans','Malgun Gothic','Noto Sans CJK SC',sans-serif">
<div style="max-width:600px;margin:0 auto;padding:24px 20px;background:#ffffff">
<h1 style="font-size:20px;line-height:28px;margin:0 0 4px">${escapeHtml(title)}</h1>
${notes.map((note) => `<p style="margin:4px 0;color:${quiet}">${escapeHtml(note)}</p>`).join('\n')}
${figureTable(lines, words('before'))}
${groups.map(({ title: head, rows }) => bars(head, rows)).join('\n')}
<p style="margin:24px 0"><a href="${escapeHtml(input.link)}" style="display:inline-block;padding:9px 16px;border-radius:6px;background:${brand};color:#ffffff;text-decoration:none">${escapeHtml(words('open'))}</a></p>
<p style="margin:0;font-size:12px;color:${quiet}">${escapeHtml(why)}${leave}</p>
</div></body></html>`;
}

/** The letter in the reader's language, units and time zone. Text and HTML have the same content. */
export function letterOf(input: LetterInput, figures: Figures): Letter {
  const words = mailWords(input.reader.lang);
  // Days are calendar dates, so the format must not shift them by the time zone.
  const format = readerFormat({ ...input.reader, timezone: 'UTC' });
  const period = { from: dayIn(format, figures.from), to: dayIn(format, figures.to) };
  const title = words(`subjects.${input.every}`, { name: input.name, ...period }).replaceAll(/[\r\n]+/g, ' ');
  const subject = input.byHand ? `${words('preview')} · ${title}` : title;
  const lines = linesOf(words, format, figures);
  const content: Content = {
    title,
    subject,
    lines,
    input,
    words,
    notes: notesOf(words, format, figures, lines),
    groups: groupsOf(words, format, figures),
    why: words('why', { company: input.companyName, name: input.name }),
  };
  return { subject, text: textOf(content), html: htmlOf(content) };
}
