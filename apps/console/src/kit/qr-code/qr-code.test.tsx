import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { QrCode } from './qr-code.tsx';

/** Modules per side; version 1 has 21, each further one 4 more. The margin adds 2 on each side. */
const sideOf = (picture: Element) => Number(picture.getAttribute('viewBox')?.split(' ')[2]) - 4;

test.each([
  ['a code of 12 signs', 'ABCD-EFGH-JK', 'Q', 21],
  ['an address', 'https://sweepline.example/import?token=chat_12345678', 'M', 33],
] as const)(
  '%s is drawn dark on light, with its name for screen readers',
  async (_what, text, level, side) => {
    render(<QrCode text={text} label="Code ABCD" size={240} errorLevel={level} />);
    const picture = (await screen.findByRole('img', { name: 'Code ABCD' })).querySelector('svg')!;
    expect([picture.getAttribute('height'), sideOf(picture)]).toEqual(['240', side]);
    const fills = [...picture.querySelectorAll('path')].map((path) => path.getAttribute('fill'));
    expect(fills).toEqual(['#fff', '#000']);
  },
);
