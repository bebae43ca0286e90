import { reportDocumentCalls, type ReportPrint } from '@sweepline/contract';
import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServer, Refused, renderPage } from '../../../../test-kit/index.ts';
import { PrintCheckPage } from './print-check-page.tsx';

const sha256 = 'ab'.repeat(32);
const print: ReportPrint = {
  sha256,
  company: 'Mall',
  timezone: 'Asia/Shanghai',
  madeAt: '2030-02-01T00:00:00.000Z',
  from: '2029-12-31T16:00:00.000Z',
  to: '2030-01-31T15:59:59.999Z',
  reports: 12,
  state: 'SAME',
  reportsNow: 12,
  cameSince: 0,
};

test('the code of a document is checked on opening, with the days of the document', async () => {
  const server = fakeServer();
  server.on(reportDocumentCalls.checkPrint, () => print);
  renderPage(<PrintCheckPage token={`proof_${sha256}`} />);
  expect(await screen.findByText(/The same: no record was changed/)).toBeTruthy();
  expect(screen.getByText('Jan 1, 2030 – Jan 31, 2030')).toBeTruthy();
  expect(screen.queryByText('Reports now')).toBeNull();
});

test('a fingerprint is accepted as printed, and later changes are listed', async () => {
  const server = fakeServer();
  server.on(reportDocumentCalls.checkPrint, () => ({
    ...print,
    state: 'CHANGED' as const,
    reportsNow: 14,
    cameSince: 2,
  }));
  renderPage(<PrintCheckPage token="proof_" />);
  const field = screen.getByLabelText('SHA-256 of all records');
  fireEvent.change(field, { target: { value: 'AB12' } });
  expect(screen.getByText('4 of 64 characters')).toBeTruthy();
  fireEvent.change(field, {
    target: { value: ` ${sha256.slice(0, 32).toUpperCase()}\n${sha256.slice(32)} ` },
  });
  expect(await screen.findByText(/Changed since/)).toBeTruthy();
  expect(screen.getByText(/came in, or were completed/)).toBeTruthy();
  expect(screen.getByText('14')).toBeTruthy();
  expect(server.sentTo(reportDocumentCalls.checkPrint)).toEqual([{ sha256 }]);
});

test('a fingerprint without a document is answered with an explanation', async () => {
  fakeServer().on(reportDocumentCalls.checkPrint, () => {
    throw new Refused('notFound');
  });
  renderPage(<PrintCheckPage token={`proof_${sha256}`} />);
  expect(await screen.findByText(/No document with this fingerprint/)).toBeTruthy();
});
