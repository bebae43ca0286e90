import { expect, test } from 'vitest';
import { parseWorkOrderNumber, workOrderNumber } from './work-order-number.ts';

test('a number has the code of its company in front, except for readers of one company', () => {
  const order = { number: '2026-000003', companyCode: 'STM' };
  expect(workOrderNumber(order)).toBe('STM-2026-000003');
  expect(workOrderNumber(order, { seesCompanies: false })).toBe('2026-000003');
});

test('both forms are read, without the zeros and in small letters too', () => {
  const number = '2026-000041';
  expect(parseWorkOrderNumber('STM-2026-000041')).toEqual({ number, companyCode: 'STM' });
  expect(parseWorkOrderNumber(' stm - 2026 - 41 ')).toEqual({ number, companyCode: 'STM' });
  expect(parseWorkOrderNumber('A1-2026-41')).toEqual({ number, companyCode: 'A1' });
  expect(parseWorkOrderNumber('2026-41')).toEqual({ number, companyCode: null });
});

test.each(['', '2026', 'STM', 'S-2026-41', 'TOOLONG-2026-41', '1A-2026-41', 'A_B-2026-41', '2026-0000041'])(
  'the text "%s" is no number',
  (text) => expect(parseWorkOrderNumber(text)).toBeUndefined(),
);

test('each number is read as it is written', () => {
  for (const companyCode of ['AB', 'Z9', 'ABCDEF', 'A12345'])
    for (const number of ['2026-000001', '2031-999999']) {
      expect(parseWorkOrderNumber(workOrderNumber({ number, companyCode }))).toEqual({ number, companyCode });
    }
});
