import { langs, type Lang, type Profile } from '@sweepline/contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { aPerson, renderPage } from '../../test-kit/index.ts';
import { DateInput, type DateInputProps } from './date-input.tsx';

// The picker is loaded with the first field, which takes longer than a search on a busy machine.
beforeAll(() => import('./date-picker.tsx'));
afterEach(() => vi.unstubAllEnvs());

const values: string[] = [];
function Field(props: DateInputProps) {
  const [value, setValue] = useState(props.value);
  const change = (next: string) => {
    values.push(next);
    setValue(next);
  };
  return (
    <>
      <label htmlFor="day">Day</label>
      <DateInput {...props} id="day" value={value} onChange={change} />
    </>
  );
}

async function showField(props: DateInputProps, profile: Profile = {}): Promise<HTMLInputElement> {
  values.length = 0;
  renderPage(<Field {...props} />, '/', aPerson({ profile }));
  return screen.findByLabelText<HTMLInputElement>('Day');
}

const fieldTexts: Record<Lang, string> = {
  en: '07/01/2031',
  'zh-cn': '2031/07/01',
  'zh-cw': '2031/07/01',
  ja: '2031/07/01',
  ko: '2031. 07. 01.',
  ge: '01.07.2031',
};
for (const lang of langs)
  test(`a day is shown and typed in the order of the language ${lang}`, async () => {
    localStorage.setItem('lang', lang);
    const field = await showField({ value: '2031-07-01' });
    expect(field.value).toBe(fieldTexts[lang]);
    await userEvent.clear(field);
    await userEvent.type(field, `${fieldTexts[lang].replace('07', '09')}{Enter}`);
    await waitFor(() => expect(values.at(-1)).toBe('2031-09-01'));
  });

test('a day can be typed as ISO 8601 and is set when the field is left', async () => {
  const field = await showField({ value: '' });
  await userEvent.type(field, '2030-03-05');
  await userEvent.tab();
  await waitFor(() => expect(values).toEqual(['2030-03-05']));
  expect(field.value).toBe('03/05/2030');
});

test('a day is cleared by deleting its text', async () => {
  const field = await showField({ value: '2031-07-01' });
  await userEvent.clear(field);
  await userEvent.tab();
  await waitFor(() => expect(values).toEqual(['']));
  expect(field.value).toBe('');
});

test('a field that is not clearable keeps its value when the text is deleted', async () => {
  const field = await showField({ value: '2031-07-01', clearable: false });
  await userEvent.clear(field);
  await userEvent.tab();
  await waitFor(() => expect(field.value).toBe('07/01/2031'));
  expect(values).toEqual([]);
});

test('a day after the maximum is not set', async () => {
  const field = await showField({ value: '2031-07-01', max: '2031-07-05' });
  await userEvent.clear(field);
  await userEvent.type(field, '2031-07-06{Enter}');
  await userEvent.tab();
  await waitFor(() => expect(field.value).not.toBe('2031-07-06'));
  expect(values).not.toContain('2031-07-06');
});

test('a day of the calendar is chosen with the pointer', async () => {
  const field = await showField({ value: '2031-07-01' });
  await userEvent.click(field);
  await userEvent.click(await screen.findByText('17', { selector: '.ant-picker-cell-in-view *' }));
  await waitFor(() => expect(values).toEqual(['2031-07-17']));
});

test('a time that the clock change of the browser skips is kept', async () => {
  vi.stubEnv('TZ', 'Europe/Berlin');
  expect(new Date(2031, 2, 30, 2, 30).getHours()).toBe(3);
  const field = await showField({ kind: 'moment', value: '2031-03-30T02:30' });
  expect(field.value).toBe('03/30/2031 02:30');
  await userEvent.clear(field);
  await userEvent.type(field, '2031-03-30 02:45{Enter}');
  await waitFor(() => expect(values.at(-1)).toBe('2031-03-30T02:45'));
});

test('a time of day is typed without a colon too', async () => {
  const field = await showField({ kind: 'clock', value: '22:00' });
  await userEvent.clear(field);
  await userEvent.type(field, '0630{Enter}');
  await waitFor(() => expect(values.at(-1)).toBe('06:30'));
});

test('today and the first day of the week are those of the profile', async () => {
  const zone = 'Pacific/Kiritimati';
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(new Date());
  const field = await showField({ value: today }, { timezone: zone, weekStart: 6 });
  await userEvent.click(field);
  const cell = await waitFor(
    () => document.querySelector('.ant-picker-cell-today') ?? expect.fail('no today'),
  );
  expect(cell.textContent).toBe(String(Number(today.slice(8))));
  expect(document.querySelector('.ant-picker-content th')?.textContent).toBe('Sat');
});
